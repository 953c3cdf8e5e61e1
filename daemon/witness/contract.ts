// An error of the merge → the contract that one side changed, and where the other side relies on it.
// Knows no disk; asks the checker of the merge and that of the side that relies.
import ts from "typescript";
import type { Declarations } from "./declarations.ts";
import { lineOf, type LaidOver } from "./laidOver.ts";
import { specifiersOf, targetOf } from "./reach.ts";
import { nodeAt, reliedOn } from "./relied.ts";
import { pathAt } from "./treeHost.ts";
import type { Trouble } from "./troubles.ts";
import { otherSide, type SideName } from "../sides/work.ts";

export interface Programs {
  merged: ts.Program;
  a: ts.Program;
  b: ts.Program;
}

export interface Attribution {
  contract: string;
  changer: SideName;
}

/** Both sides declare one name: told as an overlap of that symbol. */
const redeclared = new Set([2300, 2323, 2393, 2397, 2451, 2528]);

export class Contracts {
  constructor(
    private readonly laid: LaidOver,
    private readonly programs: Programs,
    private readonly declarations: Declarations,
  ) {}

  /** Null: nobody's contract, or told otherwise. */
  of(trouble: Trouble): Attribution | null {
    if (redeclared.has(trouble.diagnostic.code) && this.isAddedByBoth(trouble)) return null;
    const users = this.usersOf(trouble);
    const found = users.flatMap((user) => this.brokenFor(trouble, user) ?? []);
    if (found.length === 1) return found[0]!;
    if (found.length > 1) return found.sort((x, y) => (x.contract < y.contract ? -1 : 1))[0]!;
    const moved = users.flatMap((user) => this.moduleFor(trouble, user) ?? []);
    return moved.sort((x, y) => (x.contract < y.contract ? -1 : 1))[0] ?? null;
  }

  /** The sides whose code the error stands in; both where it is nobody's own. */
  private usersOf({ path, file, diagnostic }: Trouble): SideName[] {
    const sides = [...(this.laid.changedBy.get(path) ?? [])];
    if (sides.length === 1) return sides;
    const { line } = file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    const owners = (["a", "b"] as const).filter((side) => this.laid.placeOn(side, path, line) !== null);
    return sides.length === 2 && owners.length === 1 ? owners : ["a", "b"];
  }

  private brokenFor(trouble: Trouble, user: SideName): Attribution | null {
    const changer = otherSide(user);
    const contract =
      this.importedFor(trouble, user) ?? this.nearestChanged(trouble, user, changer) ?? this.related(trouble, changer);
    return contract === null ? null : { contract, changer };
  }

  /** The nearest declaration that the changer changed: as the user's own code means it, else as the merge does. */
  private nearestChanged(trouble: Trouble, user: SideName, changer: SideName): string | null {
    const own = this.nodeOnSide(trouble, user);
    if (own) {
      const found = this.firstChanged(this.programs[user].getTypeChecker(), own, changer, user);
      if (found !== null) return found;
    }
    const { file, diagnostic } = trouble;
    const node = nodeAt(file, diagnostic.start ?? 0, diagnostic.length ?? 0);
    return this.firstChanged(this.programs.merged.getTypeChecker(), node, changer, "merged");
  }

  private firstChanged(
    checker: ts.TypeChecker,
    node: ts.Node,
    changer: SideName,
    version: SideName | "merged",
  ): string | null {
    const wanted = missingName(node);
    for (const declaration of reliedOn(checker, node)) {
      if (ts.isSourceFile(declaration)) continue;
      const subject = this.changedSubject(declaration, changer, version);
      if (subject === null) continue;
      return this.withMember(subject, wanted, changer);
    }
    return null;
  }

  private changedSubject(declaration: ts.Node, changer: SideName, version: SideName | "merged"): string | null {
    const file = declaration.getSourceFile();
    const name = ts.getNameOfDeclaration(declaration as ts.Declaration) ?? declaration;
    const at = file.getLineAndCharacterOfPosition(name.getStart(file));
    const path = this.mergedPath(pathAt(file.fileName), version);
    return path === null ? null : this.declarations.changedAt(path, file.text, at, changer);
  }

  /** `Color` whose `parse` went is `Color.parse`. */
  private withMember(subject: string, member: string | null, changer: SideName): string {
    const [file, name] = [subject.slice(0, subject.lastIndexOf("#")), subject.slice(subject.lastIndexOf("#") + 1)];
    const path = file.replace(/^sym:[a-z]+:/, "");
    const whole = `${name}.${member}`;
    return member !== null && this.declarations.isChanged(path, whole, changer) ? `${file}#${whole}` : subject;
  }

  private mergedPath(path: string | null, version: SideName | "merged"): string | null {
    if (path === null || version === "merged") return path;
    for (const merged of this.laid.changedBy.keys()) if (this.laid.pathsOf(merged)[version] === path) return merged;
    return path;
  }

  /** The error's node in the user's own program. */
  private nodeOnSide({ path, file, diagnostic }: Trouble, side: SideName): ts.Node | null {
    const start = diagnostic.start ?? 0;
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    const place = this.laid.placeOn(side, path, line);
    const own = place && this.programs[side].getSourceFile(`/tree/${place.path}`);
    if (!own || lineOf(own.text, place.line) !== lineOf(file.text, line)) return null;
    return nodeAt(own, own.getPositionOfLineAndCharacter(place.line, character), diagnostic.length ?? 0);
  }

  /** What an import names, where the module or the name is there no more. */
  private importedFor(trouble: Trouble, user: SideName): string | null {
    const node = this.nodeOnSide(trouble, user);
    const specifier = node && specifierAround(node);
    if (!specifier) return null;
    const changer = otherSide(user);
    const target = targetOf(this.programs[user], specifier, specifier.getSourceFile());
    const path = this.mergedPath(pathAt(target?.fileName ?? ""), user);
    if (path === null || !this.laid.changedBy.get(path)?.has(changer)) return null;
    if (this.laid.merged.get(path) === null) return `path:${this.laid.pathsOf(path).base}`;
    const name = importedName(node);
    if (name === null) return null;
    const checker = this.programs[user].getTypeChecker();
    const symbol = checker.getSymbolAtLocation(node) ?? checker.getSymbolAtLocation(nameNode(node));
    const end = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of end?.declarations ?? []) {
      const subject = this.changedSubject(declaration, changer, user);
      if (subject !== null) return subject;
    }
    return this.declarations.subject(path, name);
  }

  private related({ diagnostic }: Trouble, changer: SideName): string | null {
    for (const { file, start = 0 } of diagnostic.relatedInformation ?? []) {
      const path = pathAt(file?.fileName ?? "");
      if (!file || path === null) continue;
      const at = file.getLineAndCharacterOfPosition(start);
      const subject = this.declarations.changedAt(path, file.text, at, changer);
      if (subject !== null) return subject;
    }
    return null;
  }

  /** The nearest file that the changer changed. */
  private moduleFor({ file }: Trouble, user: SideName): Attribution | null {
    const changer = otherSide(user);
    const seen = new Set([file]);
    for (const at of seen) {
      const path = pathAt(at.fileName);
      if (at !== file && path !== null && this.laid.changedBy.get(path)?.has(changer))
        return { contract: `path:${this.laid.pathsOf(path).base}`, changer };
      for (const specifier of specifiersOf(at)) {
        const target = targetOf(this.programs.merged, specifier, at);
        if (target && !target.fileName.includes("/node_modules/")) seen.add(target);
      }
    }
    const other = [...this.laid.changedBy].find(([, sides]) => sides.has(changer))?.[0];
    return other === undefined ? null : { contract: `path:${this.laid.pathsOf(other).base}`, changer };
  }

  private isAddedByBoth({ file, path, diagnostic }: Trouble): boolean {
    const { text } = file;
    const name = text.slice(diagnostic.start ?? 0, (diagnostic.start ?? 0) + (diagnostic.length ?? 0));
    return (["a", "b"] as const).every((side) => this.declarations.isChanged(path, name, side));
  }
}

/** The name behind the last dot of `Color.parse`, or in the pattern of `const { parse } = …`. */
function missingName(node: ts.Node): string | null {
  const { parent } = node;
  if (parent && ts.isPropertyAccessExpression(parent) && parent.name === node) return parent.name.text;
  if (parent && ts.isQualifiedName(parent) && parent.right === node) return parent.right.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return null;
}

/** Of an import, a re-export or a `require` that the node belongs to. */
function specifierAround(node: ts.Node): ts.StringLiteralLike | null {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if (ts.isStringLiteralLike(at) && isModuleName(at)) return at;
    if ((ts.isImportDeclaration(at) || ts.isExportDeclaration(at)) && at.moduleSpecifier)
      return at.moduleSpecifier as ts.StringLiteralLike;
    if (ts.isVariableDeclaration(at)) return at.initializer ? required(at.initializer) : null;
    if (ts.isStatement(at) || ts.isFunctionLike(at)) return null;
  }
  return null;
}

function isModuleName({ parent }: ts.Node): boolean {
  if (ts.isCallExpression(parent))
    return parent.expression.kind === ts.SyntaxKind.ImportKeyword || parent.expression.getText() === "require";
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent);
}

function required(initializer: ts.Expression): ts.StringLiteralLike | null {
  const inner = ts.isAwaitExpression(initializer) ? initializer.expression : initializer;
  if (!ts.isCallExpression(inner)) return null;
  const [name] = inner.arguments;
  return name && ts.isStringLiteralLike(name) && isModuleName(name) ? name : null;
}

function nameNode(node: ts.Node): ts.Node {
  return ts.isImportClause(node) ||
    ts.isImportSpecifier(node) ||
    ts.isExportSpecifier(node) ||
    ts.isBindingElement(node)
    ? (node.name ?? node)
    : node;
}

/** As the module calls it: `default`, or the name before `as`. */
function importedName(node: ts.Node): string | null {
  for (let at: ts.Node | undefined = node; at && !ts.isStatement(at); at = at.parent) {
    if (ts.isImportSpecifier(at) || ts.isExportSpecifier(at)) return (at.propertyName ?? at.name).text;
    if (ts.isBindingElement(at)) return (at.propertyName ?? at.name).getText();
    if (ts.isImportClause(at)) return at.name === node || at === node ? "default" : null;
  }
  return null;
}
