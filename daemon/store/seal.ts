// Encrypts what people wrote in their own words before it goes to disk (AES-256-GCM; the key is a file of the state folder).
// Protects copies of the state, not against a program of the same user, which can read the key.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import path from "node:path";
import { setAside } from "./setAside.ts";
import { snapshotFile } from "./snapshotFile.ts";

export interface Seal {
  /** Base64 of nonce, tag and ciphertext. */
  seal(text: string): string;
  /** Null where it was sealed with another key or changed since. */
  unseal(sealed: string): string | null;
}

const cipher = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** With the key in `home`, made anew where there is none or what is there is no key: that one is set aside. */
export async function openSeal(home: string, troubles: string[]): Promise<Seal> {
  const file = path.join(home, "key.json");
  const key = (await readKey(file, troubles)) ?? (await makeKey(file));
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce);
      const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
      return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString("base64");
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, "base64");
      try {
        const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes));
        opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        const text = opening.update(bytes.subarray(nonceBytes + tagBytes));
        return Buffer.concat([text, opening.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

async function readKey(file: string, troubles: string[]): Promise<Buffer | null> {
  const text: unknown = await snapshotFile(file)
    .read()
    .catch(() => "");
  if (text === null) return null;
  const key = Buffer.from(typeof text === "string" ? text : "", "hex");
  if (key.length === keyBytes) return key;
  setAside(file, troubles);
  return null;
}

async function makeKey(file: string): Promise<Buffer> {
  const key = randomBytes(keyBytes);
  await snapshotFile<string>(file).write(key.toString("hex"));
  return key;
}
