// How sure each kind of finding is: the one table of starting values.
// Source of the rows and of their order: the product's confidence table.

export const confidence = {
  path_overlap: {
    bothEdited: 0.9,
    /** One is about to edit what the other one changed. */
    oneClaims: 0.8,
    /** One holds the file, as the policy says. */
    exclusive: 0.95,
  },
  /** A file is covered by the rule, or not. */
  protected_path: { touched: 1 },
  symbol_overlap: {
    /** A signature or a removal against any change; both adding one name. */
    signature: 0.95,
    bothBodies: 0.8,
    /** Through the containing class. */
    container: 0.6,
    inTestFile: -0.2,
  },
  textual_merge: {
    /** A merge of what both have now failed; what is typed counts as if it were saved. */
    merged: 1,
    /** Git would not conflict; which file is which is told by its path. */
    misplaced: 0.9,
  },
  contract_break: {
    /** A compiler finds the error in the two sides together, and in neither alone. */
    witness: 0.98,
    /** What is used can be nothing else. */
    exact: 0.9,
    /** By its name, or by the pattern of an address. */
    pattern: 0.75,
    /** It still works, and does something else. */
    behaviour: 0.6,
  },
  duplicate_work: {
    /** The same code, under the same name and under another one. */
    sameName: 0.7,
    same: 0.6,
    /** Nearly the same. */
    nearly: 0.5,
  },
} as const;

const testFolder = /(^|\/)(__tests__|__mocks__|tests?|specs?)\//;
const testFile = /[._-](test|spec)\.[cm]?[jt]sx?$|_test\.(go|pyi?)$|(^|\/)(test_[^/]*|conftest)\.pyi?$/;

export function isTestFile(path: string): boolean {
  return testFolder.test(path) || testFile.test(path);
}
