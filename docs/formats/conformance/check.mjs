#!/usr/bin/env node
/** Compares the answers of `answers.mjs` with those of cases.json. Ends with 1 if one differs. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Library } from "./answers.mjs";
import { Pack, PackError } from "./packs.mjs";

const file = (path) => readFileSync(new URL(path, import.meta.url));

async function answer(question, theme, library) {
  if ("season" in question) return library.inSeason(question.season);
  if ("setting" in question) return theme.setting(question.setting, question.as);
  const isImage = "image" in question;
  const found = isImage ? theme.image(question.image, question.scale) : theme.resource(question.resource);
  if (!found) return null;
  const sha256 = createHash("sha256").update(await found.read()).digest("hex");
  const own = { theme: found.pack.id, entry: found.entry, sha256 };
  if (!isImage) return own;
  const template = await theme.rendering(found);
  return { ...own, width: found.width, height: found.height, scale: found.scale, ...(template && { template }) };
}

/** The kind of a {@link PackError}, instead of the result. */
async function attempt(work) {
  try { return { answer: await work() }; } catch (error) {
    if (error instanceof PackError) return { error: error.kind };
    throw error;
  }
}

async function problems(it) {
  const opened = await attempt(() => {
    const library = new Library(it.packs.map((name) => new Pack(new Uint8Array(file(`packs/${name}`)))));
    return { library, theme: library.theme(...(it.select ?? [])) };
  });
  if (opened.error) return it.refused ? [] : ["refused"];
  if (it.refused) return ["not refused"];
  const { library, theme } = opened.answer, chain = theme.packs.map((pack) => pack.id), found = [];
  if (!isDeepStrictEqual(chain, it.chain)) found.push(`chain ${chain} instead of ${it.chain}`);
  for (const { answer: wanted, error, ...question } of it.answers) {
    const own = await attempt(() => answer(question, theme, library));
    if (!isDeepStrictEqual(own, error ? { error } : { answer: wanted })) {
      found.push(`${JSON.stringify({ ...question, wanted, error })}\n  found ${JSON.stringify(own)}`);
    }
  }
  return found;
}

const { cases } = JSON.parse(file("cases.json").toString());
const all = [];
for (const it of cases) all.push(...(await problems(it)).map((problem) => `${it.name}: ${problem}`));
const count = cases.reduce((sum, it) => sum + (it.answers?.length ?? 1), 0);
console.log(all.join("\n") || `every answer of ${cases.length} cases is right: ${count}`);
process.exitCode = all.length ? 1 : 0;
