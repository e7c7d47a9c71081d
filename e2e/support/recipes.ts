import { type ExecFileException, execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testMs } from './patience.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/verify-webhooks.md'), 'utf8');

/** What a verifier is given. */
export type Delivery = {
  rawBody: Buffer;
  /** Undefined when the request has none. */
  header: string | undefined;
  secret: string;
  /** In unix seconds. */
  now: number;
};

/** A verifier of docs/verify-webhooks.md, and what runs it. */
export type Recipe = {
  language: string;
  /** The info string of its block: what colours it, and the name of its file. */
  block: `${string} ${string}`;
  /** Beside its file. One of them is the driver: verifies the delivery in each folder given, and prints true or false. */
  files: Record<string, string>;
  /** Run in this order; the last is the driver and gets the folders. */
  commands: [string, ...string[]][];
  /** A runtime that people need not have, and its oldest version that will do: the first group of `version`. */
  optional?: { runtime: string; command: [string, ...string[]]; version: RegExp; least: number };
};

export const recipes: Recipe[] = [
  {
    language: 'TypeScript',
    block: 'ts verify.ts',
    files: {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] },
        include: ['.'],
      }),
      'driver.ts': `
        import { existsSync, readFileSync } from 'node:fs';
        import { verify } from './verify.ts';
        for (const folder of process.argv.slice(2)) {
          const text = (name: string) => readFileSync(folder + '/' + name, 'utf8');
          const header = existsSync(folder + '/header') ? text('header') : undefined;
          console.log(verify(readFileSync(folder + '/body'), header, text('secret'), Number(text('now'))));
        }`,
    },
    commands: [
      [join(root, 'node_modules/.bin/tsc'), '-p', '.'],
      [join(root, 'node_modules/.bin/tsx'), 'driver.ts'],
    ],
  },
  {
    language: 'Python',
    block: 'python verify.py',
    files: {
      'driver.py': `
import pathlib, sys
from verify import verify

for folder in map(pathlib.Path, sys.argv[1:]):
    text = lambda name: (folder / name).read_bytes().decode()
    header = text("header") if (folder / "header").exists() else None
    verdict = verify((folder / "body").read_bytes(), header, text("secret"), int(text("now")))
    print({True: "true", False: "false"}[verdict])`,
    },
    commands: [['python3', 'driver.py']],
  },
  {
    language: 'PHP',
    block: 'php verify.php',
    files: {
      'driver.php': `<?php
        require 'verify.php';
        foreach (array_slice($argv, 1) as $folder) {
          $header = file_exists("$folder/header") ? file_get_contents("$folder/header") : null;
          $now = (int) file_get_contents("$folder/now");
          $verdict = verify(file_get_contents("$folder/body"), $header, file_get_contents("$folder/secret"), $now);
          echo json_encode($verdict), "\\n";
        }`,
    },
    commands: [['php', 'driver.php']],
    optional: { runtime: 'PHP 8', command: ['php', '--version'], version: /^PHP (\d+)/m, least: 8 },
  },
  {
    language: 'Java',
    block: 'java TillgateWebhook.java',
    files: {
      'Driver.java': `
        import java.nio.file.*;
        import java.time.Instant;
        class Driver {
          public static void main(String[] folders) throws Exception {
            for (String folder : folders) {
              Path header = Path.of(folder, "header");
              System.out.println(TillgateWebhook.verify(
                  Files.readAllBytes(Path.of(folder, "body")),
                  Files.exists(header) ? Files.readString(header) : null,
                  Files.readString(Path.of(folder, "secret")),
                  Instant.ofEpochSecond(Long.parseLong(Files.readString(Path.of(folder, "now"))))));
            }
          }
        }`,
    },
    commands: [
      ['javac', '-encoding', 'UTF-8', 'TillgateWebhook.java', 'Driver.java'],
      ['java', '-cp', '.', 'Driver'],
    ],
    optional: { runtime: 'a JDK 17', command: ['javac', '--version'], version: /^javac (\d+)/m, least: 17 },
  },
  {
    language: 'Go',
    block: 'go tillgate.go',
    files: {
      'go.mod': 'module example.com/shop/tillgate\n\ngo 1.20\n',
      'driver/main.go': `package main
        import (
          "fmt"
          "os"
          "strconv"
          "time"
          "example.com/shop/tillgate"
        )
        func main() {
          for _, folder := range os.Args[1:] {
            text := func(name string) string {
              content, _ := os.ReadFile(folder + "/" + name)
              return string(content)
            }
            now, err := strconv.ParseInt(text("now"), 10, 64)
            if err != nil {
              panic(err)
            }
            fmt.Println(tillgate.Verify([]byte(text("body")), text("header"), text("secret"), time.Unix(now, 0)))
          }
        }`,
    },
    commands: [
      ['go', 'vet', './...'],
      ['go', 'run', './driver'],
    ],
    optional: { runtime: 'Go 1.20', command: ['go', 'version'], version: /go1\.(\d+)/, least: 20 },
  },
  {
    language: 'Shell',
    block: 'sh verify.sh',
    files: {
      'driver.sh': `
        . ./verify.sh
        for folder; do
          header=$(cat "$folder/header" 2> /dev/null)
          verify "$folder/body" "$header" "$(cat "$folder/secret")" "$(cat "$folder/now")" && echo true || echo false
        done`,
    },
    commands: [
      ['openssl', 'version'],
      ['sh', 'driver.sh'],
    ],
  },
];

/** What a block of the page says; the info string tells which. */
export function blockOf(infoString: string): string {
  const [, rest] = page.split(`\n\`\`\`${infoString}\n`);
  const [text, end] = rest?.split(/^```$/m) ?? [];
  if (text === undefined || end === undefined) throw new Error(`the page has no block ${infoString}`);
  return text;
}

/** Why a recipe cannot be run here; undefined when it can, or when it has to. */
export function missingFor({ optional }: Recipe): string | undefined {
  if (!optional) return undefined;
  const [file, ...args] = optional.command;
  const { status, stdout } = spawnSync(file, args, { encoding: 'utf8' });
  const version = status === 0 ? Number(optional.version.exec(stdout)?.[1]) : Number.NaN;
  if (version >= optional.least) return undefined;
  return `${optional.runtime} or later is not at hand`;
}

/** What a recipe says about each delivery: all of them in one process. */
export async function verdictsOf({ language, block, files, commands }: Recipe, deliveries: Delivery[]) {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-recipe-'));
  const write = async (folder: string, name: string, content: string | Buffer) => {
    const path = join(directory, folder, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, content);
  };
  try {
    await write('.', block.split(' ')[1] ?? '', blockOf(block));
    for (const [name, content] of Object.entries(files)) await write('.', name, content);
    const folders = deliveries.map((_, index) => `deliveries/${index}`);
    for (const [index, { rawBody, header, secret, now }] of deliveries.entries()) {
      const folder = `deliveries/${index}`;
      await write(folder, 'body', rawBody);
      if (header !== undefined) await write(folder, 'header', header);
      await write(folder, 'secret', secret);
      await write(folder, 'now', String(now));
    }
    let printed = '';
    for (const [index, command] of commands.entries()) {
      const isLast = index === commands.length - 1;
      printed = await run(language, directory, isLast ? [...command, ...folders] : command);
    }
    const lines = printed.trim().split('\n');
    if (lines.length !== deliveries.length || lines.some((line) => line !== 'true' && line !== 'false'))
      throw new Error(`the ${language} recipe has printed:\n${printed}`);
    return lines.map((line) => line === 'true');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Go compiles its standard library when its cache is empty. Without optimization and garbage collection this is quicker. */
const plainGo = { GOFLAGS: "-mod=mod '-gcflags=all=-N -l'", GOGC: 'off', GOTOOLCHAIN: 'local', GOPROXY: 'off' };

async function run(language: string, directory: string, [file, ...args]: [string, ...string[]]): Promise<string> {
  const env = { ...process.env, ...plainGo, ...goCache(directory) };
  try {
    const { stdout } = await promisify(execFile)(file, args, { cwd: directory, env, timeout: testMs });
    return stdout;
  } catch (error) {
    const { code, signal, stdout, stderr } = error as ExecFileException;
    if (code === 'ENOENT') throw new Error(`The ${language} recipe needs ${file}, which is not here: install it.`);
    throw new Error(`The ${language} recipe: ${file} ended with ${code ?? signal}.\n${stdout}${stderr}`);
  }
}

/** Go keeps what it compiled at home, or beside the recipe when nothing can be written there. */
function goCache(directory: string): { GOCACHE?: string } {
  try {
    accessSync(homedir(), constants.W_OK);
    return {};
  } catch {
    return { GOCACHE: join(directory, 'go-cache') };
  }
}
