// How a folder of the tree is to be compiled: its nearest tsconfig.json, as far as it can be read.
// Executes nothing; what is missing or damaged counts as not said.
import ts from "typescript";
import { fileAt, treeRoot, type TreeHost } from "./treeHost.ts";

export interface Settings {
  /** Path of the configuration, or "" for none: files with the same one are compiled together. */
  name: string;
  options: ts.CompilerOptions;
  /** Whether types in JavaScript count. */
  checksJs: boolean;
}

const always: ts.CompilerOptions = {
  ...{ noEmit: true, skipLibCheck: true, skipDefaultLibCheck: true, incremental: false, composite: false },
  ...{
    declaration: false,
    declarationMap: false,
    sourceMap: false,
    inlineSourceMap: false,
    emitDeclarationOnly: false,
  },
  ...{ noUnusedLocals: false, noUnusedParameters: false, checkJs: true },
};

const withoutConfiguration: ts.CompilerOptions = {
  ...{ strict: true, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.Preserve },
  ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, allowJs: true, esModuleInterop: true },
  ...{ allowImportingTsExtensions: true, resolveJsonModule: true },
};

/** The nearest `tsconfig.json` above the file, "" where there is none. */
export function configurationOf(host: TreeHost, path: string): string {
  for (let folder = path; folder !== "";) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    const file = folder === "" ? "tsconfig.json" : `${folder}/tsconfig.json`;
    if (host.fileExists(fileAt(file))) return file;
  }
  return "";
}

export function settingsOf(host: TreeHost, name: string): Settings {
  if (name === "") return { name, options: { ...withoutConfiguration, ...always }, checksJs: false };
  const folder = fileAt(name).slice(0, -"/tsconfig.json".length) || treeRoot;
  const parsed = parse(host, name, folder);
  const options = { ...parsed, ...always };
  delete options.tsBuildInfoFile;
  delete options.outFile;
  // A project that says nothing of types gets all installed ones, as it always did.
  options.types ??= ["*"];
  // Untyped packages and plain JavaScript are resolved alike in all versions.
  options.allowJs ??= true;
  return { name, options, checksJs: parsed.checkJs === true };
}

function parse(host: TreeHost, name: string, folder: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(fileAt(name), (file) => host.readFile(file)) as { config?: unknown };
  const reading: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    readDirectory: () => [],
    fileExists: (file) => host.fileExists(file),
    readFile: (file) => host.readFile(file),
  };
  return ts.parseJsonConfigFileContent(config ?? {}, reading, folder, undefined, fileAt(name)).options;
}

/** What is wrong in any JavaScript: a name or a module that is not there. */
const plainCodes = new Set([1192, 2304, 2305, 2306, 2307, 2308, 2551, 2552, 2595, 2596, 2597, 2598, 2613, 2614, 2724]);

/** Whether the error counts: in JavaScript that nobody wants checked only names that are not there do. */
export function counts({ file, code }: ts.Diagnostic, checksJs: boolean): boolean {
  if (!file || !/\.[cm]?jsx?$/.test(file.fileName)) return true;
  const isChecked = (file as { checkJsDirective?: { enabled: boolean } }).checkJsDirective?.enabled ?? checksJs;
  return isChecked || plainCodes.has(code);
}
