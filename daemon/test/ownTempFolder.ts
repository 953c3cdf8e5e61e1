// Everything that the tests of this process make in the temporary folder is gone when they are over.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "parley-tests-"));
// Some tests are of what another user may read in it.
fs.chmodSync(folder, 0o755);
process.env[process.platform === "win32" ? "TEMP" : "TMPDIR"] = folder;
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
