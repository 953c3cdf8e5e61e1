// Sets the stage before the first of these tests, and ends it after the last; a failed test leaves a picture behind.
// Must not test anything.
import { screenshot } from "../../dev/workbenchPage.ts";
import { setUp, tearDown, theStage } from "./stage.ts";

const setUpMs = 240_000;

export const mochaHooks = {
  async beforeAll(this: Mocha.Context): Promise<void> {
    this.timeout(setUpMs);
    await setUp();
  },
  async afterEach(this: Mocha.Context): Promise<void> {
    if (this.currentTest?.state !== "failed") return;
    await screenshot(theStage().mine.page, "failed-mine");
    await screenshot(theStage().theirs.page, "failed-theirs");
  },
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(60_000);
    await tearDown();
  },
};
