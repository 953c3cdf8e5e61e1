// What the code at an error relies on: declarations, the nearest first, as the checker knows them.
// Knows no sides.
import ts from "typescript";

/** Declarations that are looked at around one error. */
const most = 400;
const deepest = 4;

/** The smallest node that holds the whole span. */
export function nodeAt(file: ts.SourceFile, start: number, length: number): ts.Node {
  const end = start + length;
  let found: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(found, (child) =>
      child.getStart(file) <= start && child.end >= end ? child : undefined,
    );
    if (!inner) return found;
    found = inner;
  }
}

/** Declarations that the code at a node relies on, the nearest first; each once. */
export function* reliedOn(checker: ts.TypeChecker, node: ts.Node): Generator<ts.Declaration> {
  const seen = new Set<ts.Declaration>();
  let open = [...near(checker, node)];
  for (let depth = 0; depth <= deepest && open.length > 0; depth++) {
    const next: ts.Declaration[] = [];
    for (const declaration of open) {
      if (seen.has(declaration) || seen.size > most) continue;
      seen.add(declaration);
      yield declaration;
      next.push(declaration);
    }
    open = next.flatMap((declaration) => (ts.isSourceFile(declaration) ? [] : inside(checker, declaration)));
  }
}

function near(checker: ts.TypeChecker, node: ts.Node): ts.Declaration[] {
  const statement = statementOf(node);
  return [
    ...calledAt(checker, node),
    ...ofSymbol(checker, checker.getSymbolAtLocation(node)),
    ...expected(checker, node),
    ...inside(checker, node),
    ...ofTypesIn(checker, node),
    ...(ts.isImportDeclaration(statement) ? [] : [...inside(checker, statement), ...ofTypesIn(checker, statement)]),
  ];
}

/** The signature of the call whose argument or name this is. */
function calledAt(checker: ts.TypeChecker, node: ts.Node): ts.Declaration[] {
  for (let at = node; at.parent && !ts.isStatement(at); at = at.parent) {
    const { parent } = at;
    if (ts.isFunctionLike(at) || ts.isObjectLiteralExpression(at)) return [];
    if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) continue;
    const called = ofSymbol(checker, checker.getSymbolAtLocation(parent.expression));
    const declaration = checker.getResolvedSignature(parent)?.declaration;
    return declaration && !ts.isJSDocSignature(declaration) ? [declaration, ...called] : called;
  }
  return [];
}

/** What type the place wants. */
function expected(checker: ts.TypeChecker, node: ts.Node): ts.Declaration[] {
  const inner = ts.isReturnStatement(node) ? node.expression : node;
  if (!inner || !ts.isExpression(inner)) return [];
  const type = checker.getContextualType(inner);
  return type ? ofType(checker, type) : [];
}

function inside(checker: ts.TypeChecker, node: ts.Node): ts.Declaration[] {
  const found: ts.Declaration[] = [];
  const visit = (each: ts.Node): void => {
    if (found.length > most) return;
    if (ts.isIdentifier(each)) found.push(...ofSymbol(checker, checker.getSymbolAtLocation(each)));
    ts.forEachChild(each, visit);
  };
  visit(node);
  return found;
}

function ofTypesIn(checker: ts.TypeChecker, node: ts.Node): ts.Declaration[] {
  const found: ts.Declaration[] = [];
  const visit = (each: ts.Node): void => {
    if (found.length > most) return;
    if (ts.isIdentifier(each) || ts.isPropertyAccessExpression(each) || ts.isCallExpression(each))
      found.push(...ofType(checker, checker.getTypeAtLocation(each)));
    ts.forEachChild(each, visit);
  };
  visit(node);
  return found;
}

function ofType(checker: ts.TypeChecker, type: ts.Type): ts.Declaration[] {
  const parts = type.isUnionOrIntersection() ? type.types : [];
  return [type, ...parts].flatMap((each) => [
    ...ofSymbol(checker, each.aliasSymbol),
    ...ofSymbol(checker, each.getSymbol()),
  ]);
}

/** Of an alias both the way and the end: a re-export can be what changed. */
function ofSymbol(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): ts.Declaration[] {
  if (!symbol) return [];
  const own = symbol.declarations ?? [];
  if (!(symbol.flags & ts.SymbolFlags.Alias)) return own;
  return [...(checker.getAliasedSymbol(symbol).declarations ?? []), ...own];
}

function statementOf(node: ts.Node): ts.Node {
  let at = node;
  while (at.parent && !ts.isStatement(at) && !ts.isClassElement(at)) at = at.parent;
  return at;
}
