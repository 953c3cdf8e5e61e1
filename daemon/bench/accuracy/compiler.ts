// What the compiler says of a merge: errors at places where neither side alone has one. The oracle of contract breaks.
// Knows nothing of Parley. Packages that are not in the tree count as `any`, those of the repository are read where they are written.
import path from "node:path";
import ts from "typescript";
import type { History, Sides } from "./history.ts";

export interface Trouble {
  path: string;
  /** In the merge, from 1. */
  line: number;
  code: number;
  message: string;
  text: string;
}

type Files = ReadonlyMap<string, string>;

const root = "/r/";
const wanted = /\.([cm]?tsx?|[cm]?jsx?|json)$/;
const checked = /\.[cm]?tsx?$/;
const left = /(^|\/)(node_modules|dist|build|coverage)\//;
/** Unused names, and packages that are not installed. */
const passedOver = new Set([6133, 6138, 6192, 6196, 6198, 7016]);
const libraries = path.dirname(ts.getDefaultLibFilePath({}));
const always: ts.CompilerOptions = {
  ...{ noEmit: true, skipLibCheck: true, composite: false, incremental: false, declaration: false, types: [] },
  ...{ noUnusedLocals: false, noUnusedParameters: false, declarationMap: false, emitDeclarationOnly: false },
};

export class Compiler {
  private readonly texts = new Map<string, string>();
  private readonly parsed = new Map<string, ts.SourceFile>();

  constructor(private readonly history: History) {}

  /** Ordered by place. */
  newsOf({ base, a, b }: Sides, merged: string): Trouble[] {
    const files = this.filesOf(merged);
    const changes = [a, b].map((side) => this.changedPaths(base, side)) as [Set<string>, Set<string>];
    const news = configurationsOf(files, [...changes[0], ...changes[1]]).flatMap((configuration) => {
      let found = this.check(files, configuration, changes);
      for (const version of [a, b, base]) {
        if (found.length === 0) break;
        const paths = new Set(found.map((trouble) => trouble.path));
        const known = this.check(this.filesOf(version), configuration, null, paths);
        const same = new Set(known.flatMap((trouble) => [placeOf(trouble), messageOf(trouble)]));
        found = found.filter((trouble) => !same.has(placeOf(trouble)) && !same.has(messageOf(trouble)));
      }
      return found;
    });
    this.parsed.clear();
    return [...new Map(news.map((trouble) => [`${trouble.path}:${trouble.line} ${trouble.code}`, trouble])).values()];
  }

  /** `changes`: only files that hang on some of both; `named`: only these, or all of their name where one of them is gone. */
  private check(
    files: Files,
    configuration: string,
    changes: [Set<string>, Set<string>] | null,
    named = new Set<string>(),
  ): Trouble[] {
    const program = this.program(files, configuration);
    const names = new Set([...named].map((file) => path.posix.basename(file)));
    const isNamed = (file: string): boolean => named.has(file) || names.has(path.posix.basename(file));
    const reached = changes && reachOf(program, changes);
    const sources = program.getSourceFiles().filter(({ fileName }) => {
      const file = fileName.slice(root.length);
      return fileName.startsWith(root) && checked.test(file) && (reached ? reached.has(file) : isNamed(file));
    });
    return sources.flatMap((source) =>
      [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
        .filter(({ category, code }) => category === ts.DiagnosticCategory.Error && !passedOver.has(code))
        .map((diagnostic) => troubleOf(source, diagnostic)),
    );
  }

  private program(files: Files, configuration: string): ts.Program {
    const host = this.host(files);
    const folder = path.posix.dirname(root + configuration);
    const read = ts.readConfigFile(root + configuration, (file) => host.readFile(file)) as { config?: unknown };
    const reading = { ...host, useCaseSensitiveFileNames: true, readDirectory: () => [] };
    const { options } = ts.parseJsonConfigFileContent(read.config ?? {}, reading, folder);
    const own = [...files.keys()].filter(
      (file) => checked.test(file) && !left.test(file) && configurationOf(files, file) === configuration,
    );
    return ts.createProgram({
      rootNames: own.map((file) => root + file),
      options: { ...options, ...always },
      host: this.host(files, JSON.stringify(options)),
    });
  }

  private host(files: Files, settings = ""): ts.CompilerHost {
    const packages = packagesOf(files, (file) => this.textOf(files, file));
    const place = (name: string): string => insideOf(packages, name.slice(root.length));
    const folders = new Set([...files.keys()].flatMap(foldersAbove));
    const readFile = (name: string): string | undefined =>
      name.startsWith(root) ? this.textOf(files, place(name)) : ts.sys.readFile(name);
    return {
      readFile,
      fileExists: (name) => (name.startsWith(root) ? files.has(place(name)) : ts.sys.fileExists(name)),
      directoryExists: (name) => folders.has(place(`${name.replace(/\/$/, "")}/`).replace(/\/$/, "")),
      realpath: (name) => (name.startsWith(root) ? root + place(name) : name),
      getSourceFile: (name, options) => {
        const key = [name, files.get(place(name)) ?? "", settings, JSON.stringify(options)].join(" ");
        const known = this.parsed.get(key);
        const text = known ? undefined : readFile(name);
        if (known ?? text === undefined) return known;
        const parsed = ts.createSourceFile(name, text, options);
        this.parsed.set(key, parsed);
        return parsed;
      },
      getDefaultLibFileName: (options) => path.join(libraries, ts.getDefaultLibFileName(options)),
      getCurrentDirectory: () => root,
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      writeFile: () => undefined,
    };
  }

  private filesOf(version: string): Map<string, string> {
    const lines = this.history.git(["ls-tree", "-r", "-z", version]).split("\0");
    const entries = lines.map((line) => /^100\d+ blob (\w+)\t(.*)$/s.exec(line));
    const files = new Map(
      entries.flatMap((entry) => (entry && wanted.test(entry[2]!) ? [[entry[2]!, entry[1]!]] : [])),
    );
    this.readBlobs([...new Set(files.values())].filter((blob) => !this.texts.has(blob)));
    return files;
  }

  private readBlobs(blobs: string[]): void {
    for (const [blob, text] of this.history.blobs(blobs)) this.texts.set(blob, text);
  }

  private textOf(files: Files, file: string): string | undefined {
    return this.texts.get(files.get(file) ?? "");
  }

  private changedPaths(base: string, side: string): Set<string> {
    return new Set(this.history.git(["diff", "--name-only", "-z", "--no-renames", base, side]).split("\0"));
  }
}

function troubleOf(source: ts.SourceFile, { start = 0, code, messageText }: ts.Diagnostic): Trouble {
  const { line } = source.getLineAndCharacterOfPosition(start);
  const text = source.text.split("\n")[line]!.trim();
  const message = ts.flattenDiagnosticMessageText(messageText, " ");
  return { path: source.fileName.slice(root.length), line: line + 1, code, message, text };
}

function placeOf({ path: file, text }: Trouble): string {
  return `${path.posix.basename(file)} ${text}`;
}

function messageOf({ path: file, code, message }: Trouble): string {
  return `${path.posix.basename(file)} TS${code} ${message}`;
}

/** Files that hang on changes of both: what else there is stands in one of the sides as it stands in the merge. */
function reachOf(program: ts.Program, changes: [Set<string>, Set<string>]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const source of program.getSourceFiles())
    for (const target of importsOf(program, source))
      importers.set(target, [...(importers.get(target) ?? []), source.fileName]);
  const [ofA, ofB] = changes.map((changed) =>
    closure(
      [...changed].map((file) => root + file),
      importers,
    ),
  ) as [Set<string>, Set<string>];
  return new Set([...ofA].filter((file) => ofB.has(file)).map((file) => file.slice(root.length)));
}

function closure(start: string[], next: ReadonlyMap<string, string[]>): Set<string> {
  const found = new Set(start);
  for (const file of found) for (const each of next.get(file) ?? []) found.add(each);
  return found;
}

/** Where an import leads to nothing, it hangs on every file of that name that may have gone. */
function importsOf(program: ts.Program, source: ts.SourceFile): string[] {
  const { imports } = source as unknown as { imports?: ts.StringLiteral[] };
  const resolving = program as unknown as {
    getResolvedModuleFromModuleSpecifier(
      name: ts.StringLiteral,
      file: ts.SourceFile,
    ): ts.ResolvedModuleWithFailedLookupLocations;
  };
  return (imports ?? []).flatMap((name) => {
    const found = resolving.getResolvedModuleFromModuleSpecifier(name, source).resolvedModule?.resolvedFileName;
    if (found !== undefined) return [found];
    if (!name.text.startsWith(".")) return [];
    const bare = path.posix.join(path.posix.dirname(source.fileName), name.text).replace(/\.[cm]?[jt]sx?$/, "");
    return [".ts", ".tsx", ".mts", "/index.ts", "/index.tsx"].map((end) => bare + end);
  });
}

function configurationsOf(files: Files, changed: string[]): string[] {
  return [...new Set(changed.filter((file) => checked.test(file)).map((file) => configurationOf(files, file)))].sort();
}

function configurationOf(files: Files, file: string): string {
  const found = [...foldersAbove(file)].find((folder) => files.has(`${folder}/tsconfig.json`));
  return found === undefined ? "tsconfig.json" : `${found}/tsconfig.json`;
}

/** The nearest first. */
function foldersAbove(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("/"));
}

function packagesOf(files: Files, textOf: (file: string) => string | undefined): Map<string, string> {
  const manifests = [...files.keys()].filter((file) => file.endsWith("/package.json") && !left.test(file));
  return new Map(
    manifests.flatMap((file) => {
      const name = /"name"\s*:\s*"([^"]+)"/.exec(textOf(file) ?? "")?.[1];
      return name === undefined ? [] : [[name, path.posix.dirname(file)] as const];
    }),
  );
}

/** `node_modules/NAME/…` of a package of the repository is its folder. */
function insideOf(packages: ReadonlyMap<string, string>, file: string): string {
  const match = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/s.exec(file);
  const folder = match && packages.get(match[1]!);
  return folder == null ? file : `${folder}/${match![2]!}`;
}
