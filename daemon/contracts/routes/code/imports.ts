// The name of a module as it is imported → the files of the project that it can mean, as its language looks for them.
// Knows no languages' rules itself.
import type { VersionTree } from "../../family.ts";
import { folderOf } from "../../folderOf.ts";
import { isTest, Packages } from "../../go/packages.ts";
import { isRelative, Specifiers } from "../../modules/specifiers.ts";
import { Modules } from "../../python/modules.ts";
import { languageOf } from "../../../syntax/languageOf.ts";

export class Imports {
  private readonly scripts: Specifiers;
  private readonly python: Modules;
  private go: Packages | null = null;

  constructor(private readonly tree: VersionTree) {
    this.scripts = new Specifiers(tree);
    this.python = new Modules(tree);
  }

  /** Null: a package from elsewhere. */
  paths(from: string, specifier: string): string[] | null {
    const language = languageOf(from);
    if (language === "go") return this.goPaths(from, specifier);
    const found = language === "py" ? this.pythonPath(from, specifier) : this.scripts.find(from, specifier);
    if (found !== null) return [found];
    return isRelative(specifier) || (language === "py" && specifier.startsWith(".")) ? [] : null;
  }

  private pythonPath(from: string, specifier: string): string | null {
    const [, dots, module] = /^(\.*)(.*)$/s.exec(specifier)!;
    const file = this.python.find(from, dots!.length, module!)?.file ?? null;
    return file === from ? null : file;
  }

  /** All files of the package's folder. `.`: the package itself. */
  private goPaths(from: string, specifier: string): string[] | null {
    const packages = (this.go ??= new Packages(this.tree));
    const folder = specifier === "." ? folderOf(from) : packages.folderOfImport(specifier);
    return folder === null ? null : packages.filesIn(folder).filter((path) => !isTest(path));
  }
}
