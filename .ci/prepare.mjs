// Makes a clone ready: installs what package-lock.json says when node_modules is missing or older, then builds.
// Runs before anything is installed: only Node's own modules here.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, "node_modules", ".installed-lock");
const lock = createHash("sha256")
  .update(readFileSync(path.join(root, "package-lock.json")))
  .digest("hex");

const installed = existsSync(stamp) && readFileSync(stamp, "utf8") === lock;
if (!installed) {
  console.log("Installing packages …");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit" });
  writeFileSync(stamp, lock);
}
execFileSync(process.execPath, ["esbuild.config.mjs"], { cwd: root, stdio: "inherit" });
