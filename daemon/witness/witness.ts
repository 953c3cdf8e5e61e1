// The witness: both sides over the base in memory, type-checked. Answers the errors that neither side has alone, by contract.
// Knows no threads and no disk: reads the rest of the tree through what it is given.
import ts from "typescript";
import type { Break, Use } from "../core/questions.ts";
import { Contracts, type Attribution, type Programs } from "./contract.ts";
import { Declarations } from "./declarations.ts";
import { Importers } from "./importers.ts";
import { layOver, type LaidOver, type Version } from "./laidOver.ts";
import { reachOf } from "./reach.ts";
import { configurationOf, settingsOf } from "./settings.ts";
import { fileAt, ParsedFiles, TreeHost, Workspaces } from "./treeHost.ts";
import { newsAmong, pathsToCheck, troublesIn, type Trouble } from "./troubles.ts";
import type { Proceed, SideName, Work } from "../sides/work.ts";

const code = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const ambient = /\.d\.[cm]?ts$/;
/** More ambient declarations than these are not looked for. */
const mostAmbient = 200;
/** Programs that are kept for the next question: they share their files. */
const mostPrograms = 3;

/** Remembers parsed files: the next question costs what changed. */
export class Witness {
  private readonly parsed = new Map<string, ParsedFiles>();
  private readonly importers = new Importers();
  private readonly earlier = new EarlierPrograms();

  /** Throws what `proceed` throws. The same for both orders of the sides. */
  breaks(work: Work, proceed: Proceed): Break[] {
    try {
      const found = this.brokenIn(work, layOver(work, "a"), proceed);
      const laid = layOver(work, "b");
      if (found.length === 0 || laid.clashing.size === 0) return found;
      // Where the sides clash it is not known what the merge will be: it must be wrong either way.
      const other = this.brokenIn(work, laid, proceed);
      return found.flatMap((each) => inBoth(each, other) ?? []);
    } finally {
      for (const files of this.parsed.values()) files.endRound();
    }
  }

  private brokenIn(work: Work, laid: LaidOver, proceed: Proceed): Break[] {
    const round = new Round(work, laid, proceed, this.parsed, this.importers, this.earlier);
    return round.configurations().flatMap((name) => round.breaksIn(name));
  }
}

/** The programs of the last questions: where no file came or went since, all imports lead where they led. */
class EarlierPrograms {
  private readonly programs = new Map<string, ts.Program>();

  of(key: string | null): ts.Program | undefined {
    return key === null ? undefined : this.programs.get(key);
  }

  keep(key: string | null, program: ts.Program): void {
    if (key === null) return;
    this.programs.delete(key);
    this.programs.set(key, program);
    if (this.programs.size > mostPrograms) this.programs.delete(this.programs.keys().next().value!);
  }
}

class Round {
  private readonly workspaces: Workspaces;
  private readonly files: string[];

  constructor(
    private readonly work: Work,
    private readonly laid: LaidOver,
    private readonly proceed: Proceed,
    private readonly parsed: Map<string, ParsedFiles>,
    private readonly importers: Importers,
    private readonly earlier: EarlierPrograms,
  ) {
    this.files = work.tree.files();
    this.workspaces = new Workspaces(work.tree, this.files);
  }

  configurations(): string[] {
    const host = this.host(this.laid.merged, "");
    return [...new Set(this.changedFiles().map((path) => configurationOf(host, path)))].sort();
  }

  breaksIn(configuration: string): Break[] {
    const roots = this.rootsOf(configuration);
    const merged = this.program("merged", configuration, roots);
    const isOfThis = this.belongsTo(configuration);
    const paths = pathsToCheck(reachOf(merged.program, this.laid), this.laid).filter(isOfThis);
    const check = (version: "base" | SideName | "merged", wanted: Iterable<string>): [ts.Program, Trouble[]] => {
      const { program, checksJs } = version === "merged" ? merged : this.program(version, configuration, roots);
      const place = (path: string): string => fileAt(version === "merged" ? path : this.laid.pathsOf(path)[version]);
      return [program, troublesIn(program, wanted, place, checksJs, this.proceed)];
    };
    const [, wrong] = check("merged", paths);
    if (wrong.length === 0) return [];
    const doubted = new Set(wrong.map(({ path }) => path));
    const [a, inA] = check("a", doubted);
    const [b, inB] = check("b", doubted);
    const news = newsAmong(wrong, [inA, inB]);
    if (news.length === 0) return [];
    const [, inBase] = check("base", new Set(news.map(({ path }) => path)));
    return this.attribute(newsAmong(news, [inBase]), { merged: merged.program, a, b });
  }

  private attribute(news: Trouble[], programs: Programs): Break[] {
    const declarations = new Declarations(this.laid);
    const contracts = new Contracts(this.laid, programs, declarations);
    const breaks = new Map<string, Break>();
    for (const trouble of news) {
      this.proceed();
      const found = contracts.of(trouble);
      const use = found && this.useOf(trouble, found, declarations);
      if (!found || !use) continue;
      const key = `${found.contract} ${found.changer}`;
      const known = breaks.get(key);
      if (known) known.uses.push(use);
      else breaks.set(key, { ...found, certainty: "witness", uses: [use] });
    }
    return [...breaks.values()];
  }

  /** Where the user's own file has it; null: only in the merge. */
  private useOf(trouble: Trouble, { changer }: Attribution, declarations: Declarations): Use | null {
    const { file, path, diagnostic, message } = trouble;
    const user = changer === "a" ? "b" : "a";
    const start = diagnostic.start ?? 0;
    const [from, to] = [start, start + (diagnostic.length ?? 0)].map((at) =>
      file.getLineAndCharacterOfPosition(at),
    ) as [ts.LineAndCharacter, ts.LineAndCharacter];
    const place = this.laid.placeOn(user, path, from.line);
    if (!place) return null;
    const end = this.laid.placeOn(user, path, to.line) ?? place;
    const range = {
      start: { line: place.line, character: from.character },
      end: { line: Math.max(end.line, place.line), character: to.character },
    };
    const text = this.laid[user].get(place.path) ?? this.work.tree.read(place.path) ?? "";
    const subject = declarations.around(place.path, text, range.start);
    return { subject, path: place.path, range, error: { code: diagnostic.code, message } };
  }

  private changedFiles(): string[] {
    return [...this.laid.changedBy.keys()].filter((path) => code.test(path));
  }

  private belongsTo(configuration: string): (path: string) => boolean {
    const host = this.host(this.laid.merged, "");
    return (path) => configurationOf(host, path) === configuration;
  }

  /** Changed files, files that import changed ones of both sides, and what is declared for all. */
  private rootsOf(configuration: string): string[] {
    const isOfThis = this.belongsTo(configuration);
    const { laid } = this;
    const changedBy = (side: SideName): string[] =>
      this.changedFiles().filter((path) => laid.changedBy.get(path)!.has(side));
    const isUnchanged = (path: string): boolean => !laid.changedBy.has(path);
    const ofA = new Set(this.importers.of(this.work.tree, changedBy("a"), isUnchanged));
    const ofBoth = this.importers.of(this.work.tree, changedBy("b"), (path) => ofA.has(path));
    const folder = configuration.slice(0, -"tsconfig.json".length);
    const declared = this.files.filter((path) => ambient.test(path) && path.startsWith(folder)).slice(0, mostAmbient);
    const changed = [...this.changedFiles(), ...ofBoth].filter(isOfThis);
    return [...new Set([...changed, ...declared])];
  }

  private program(
    version: "base" | SideName | "merged",
    configuration: string,
    roots: string[],
  ): { program: ts.Program; checksJs: boolean } {
    this.proceed();
    const texts = this.laid[version];
    const settings = settingsOf(this.host(texts, ""), configuration);
    const host = this.host(texts, JSON.stringify(settings.options));
    const places = roots.map((path) => (version === "merged" ? path : this.laid.pathsOf(path)[version]));
    const rootNames = places.map(fileAt).filter((file) => host.fileExists(file));
    const present = [...texts].filter(([, text]) => text !== null).map(([path]) => path);
    const { name } = this.work.tree;
    const key = name && version === "merged" ? [name, configuration, ...this.files, "", ...present].join("\n") : null;
    const oldProgram = this.earlier.of(key);
    const program = ts.createProgram({ rootNames, options: settings.options, host, ...(oldProgram && { oldProgram }) });
    this.earlier.keep(key, program);
    return { program, checksJs: settings.checksJs };
  }

  /** Files that are compiled alike are parsed once. */
  private host(version: Version, settings: string): TreeHost {
    let files = this.parsed.get(settings);
    if (!files) this.parsed.set(settings, (files = new ParsedFiles()));
    return new TreeHost(this.work.tree, version, files, this.workspaces, this.proceed);
  }
}

function inBoth(one: Break, others: Break[]): Break | null {
  const other = others.find(({ contract, changer }) => contract === one.contract && changer === one.changer);
  const same = (x: Use, y: Use): boolean => x.path === y.path && x.error?.message === y.error?.message;
  const uses = one.uses.filter((use) => other?.uses.some((each) => same(use, each)));
  return uses.length === 0 ? null : { ...one, uses };
}
