// @ts-check
// Clients in other languages are made from the OpenAPI document when somebody wants them. They are not in the repository.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../lib/problem.mjs';
import { runCaptured } from '../lib/run.mjs';

/** https://openapi-generator.tech, from Maven Central. */
const generator = {
  artifact: 'org.openapitools:openapi-generator-cli:7.25.0',
  file: 'openapi-generator-cli-7.25.0.jar',
  sha256: '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
};
/** The one that merchants use: relative paths mean nothing in a program of theirs. */
const serverUrl = 'http://localhost:4000/functions/v1';

/**
 * A language: the options of its generator, what has to be installed to compile the client, and how to compile it.
 * @typedef {{ name: string, options: Record<string, string>, needs: string[], commands: (directory: string) => string[][] }} Language
 */

/** @type {Language[]} */
export const languages = [
  {
    name: 'python',
    options: { packageName: 'tillgate', projectName: 'tillgate', packageVersion: '0.1.0', library: 'urllib3' },
    needs: ['python3'],
    commands: (directory) => {
      const python = join(directory, '.venv/bin/python');
      return [
        ['python3', '-m', 'compileall', '-q', 'tillgate'],
        ['python3', '-m', 'venv', '.venv'],
        [python, '-m', 'pip', 'install', '--quiet', '.'],
        [python, '-c', 'import tillgate, tillgate.models; print(tillgate.CollectionsApi)'],
      ];
    },
  },
  {
    name: 'go',
    options: { packageName: 'tillgate', isGoSubmodule: 'false', withGoMod: 'true', enumClassPrefix: 'true' },
    needs: ['go'],
    commands: () => [
      ['go', 'mod', 'tidy'],
      ['go', 'build', './...'],
      ['go', 'vet', '.'],
    ],
  },
  {
    name: 'java',
    options: {
      groupId: 'app.tillgate',
      artifactId: 'tillgate',
      artifactVersion: '0.1.0',
      library: 'native',
      useOneOfDiscriminatorLookup: 'true',
      invokerPackage: 'app.tillgate',
      apiPackage: 'app.tillgate.api',
      modelPackage: 'app.tillgate.model',
    },
    needs: ['javac', 'mvn'],
    commands: () => [['mvn', '-q', '-B', 'compile']],
  },
  {
    name: 'php',
    options: { invokerPackage: 'Tillgate', packageName: 'tillgate' },
    needs: ['php'],
    commands: (directory) =>
      filesBelow(join(directory, 'lib'))
        .filter((file) => file.endsWith('.php'))
        .map((file) => ['php', '-l', file]),
  },
];

/** @param {string} directory @returns {string[]} */
function filesBelow(directory) {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((path) => statSync(path).isFile());
}

/**
 * Whether a program is on this machine.
 * @param {string} program
 */
export async function isInstalled(program) {
  const args = program === 'go' ? ['version'] : ['--version'];
  return runCaptured(program, args).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/**
 * A schema as generators understand it. They know `null` only as a variant of something else, and a boolean that is always
 * true as a text. Ids are plain texts: responses would have them in another type than requests take.
 * @param {any} schema
 */
function simpler(schema) {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  if (schema.type === 'boolean') delete schema.const;
  if (schema.format === 'uuid') delete schema.format;
  // The server judges. Not every language can read every pattern.
  if (typeof schema.pattern === 'string') delete schema.pattern;
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (member.type === 'null') schema.properties[name] = { ...member, type: ['string', 'null'] };
  }
  return schema;
}

/**
 * A schema of a request: a member that is null counts as absent, so clients need not be able to send it.
 * @param {string} _name
 * @param {any} schema
 */
function withoutNull(_name, schema) {
  if (Array.isArray(schema?.type)) schema.type = schema.type.filter((/** @type {string} */ type) => type !== 'null');
  if (schema?.type?.length === 1) [schema.type] = schema.type;
  if (Array.isArray(schema?.enum)) schema.enum = schema.enum.filter((/** @type {unknown} */ value) => value !== null);
  return schema;
}

/**
 * The document as generators understand it: they make a type of every schema of an event, but would make a method that
 * calls our server of every webhook.
 * @param {string} repository
 */
export function documentForGenerators(repository) {
  const text = readFileSync(join(repository, 'apps/public-api/openapi.json'), 'utf8');
  const document = JSON.parse(text, (_name, value) => simpler(value));
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      operation.requestBody &&= JSON.parse(JSON.stringify(operation.requestBody), withoutNull);
      for (const parameter of operation.parameters ?? []) {
        // Queries are text, and this one is a number.
        if (parameter.name === 'limit') parameter.schema = { type: 'integer', minimum: 1, maximum: 100, default: 20 };
      }
    }
  }
  // Some clients send `null` for a body that is left out, and the server takes an object or nothing.
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const schema = operation.requestBody?.content['application/json'].schema;
    const isAnyObject = Object.keys(schema?.properties ?? {}).length === 0;
    if (operation.requestBody?.required === false && isAnyObject) delete operation.requestBody;
  }
  document.paths['/account-balance'].post.requestBody.required = true;
  // Where a code may be null, the type of codes has to know.
  document.components.schemas.ResultCode.anyOf.push({ type: 'null' });
  // Not every language compares members to tell an answer about a transaction from one about balances.
  document.components.schemas.Inquiry.discriminator = {
    propertyName: 'kind',
    mapping: {
      transaction_status: '#/components/schemas/TransactionStatusInquiry',
      account_balance: '#/components/schemas/AccountBalanceInquiry',
    },
  };
  const { webhooks: _, ...rest } = document;
  // A page for people.
  delete rest.paths['/errors'];
  // Not every language has a type that contains itself: metadata is a map of anything.
  const body = rest.paths['/collect'].post.requestBody.content['application/json'].schema;
  const { description } = body.properties.metadata;
  body.properties.metadata = { type: 'object', description };
  delete rest.components.schemas.MetadataValue;
  return { ...rest, servers: [{ url: serverUrl }] };
}

/**
 * Fetches the generator with Maven and checks that it is the one that we know. Returns where it is.
 * @param {string} directory
 */
export async function fetchGenerator(directory) {
  const path = join(directory, generator.file);
  mkdirSync(directory, { recursive: true });
  if (!existsSync(path)) {
    const copy = `org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy`;
    const args = ['-q', '-B', copy, `-Dartifact=${generator.artifact}`, `-DoutputDirectory=${directory}`];
    const { code, stdout, stderr } = await runCaptured('mvn', args);
    if (code !== 0) throw new Problem(`Maven could not fetch ${generator.artifact}:\n${stdout}${stderr}`);
  }
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (sha256 !== generator.sha256) throw new Problem(`${path} is not the generator that we know: remove it.`);
  return path;
}

/**
 * Makes the client of one language.
 * @param {Language} language
 * @param {{ jar: string, document: string, directory: string }} from
 */
export async function generateClient({ name, options }, { jar, document, directory }) {
  // A code that a later version sends must not make the client of today fail.
  const properties = Object.entries({ hideGenerationTimestamp: 'true', enumUnknownDefaultCase: 'true', ...options });
  const args = [
    ...['-jar', jar, 'generate', '--input-spec', document, '--generator-name', name, '--output', directory],
    `--additional-properties=${properties.map((pair) => pair.join('=')).join(',')}`,
    '--global-property=apiTests=false,modelTests=false',
  ];
  const { code, stdout, stderr } = await runCaptured('java', args);
  writeFileSync(join(directory, '..', `${name}.log`), stdout + stderr);
  if (code !== 0) throw new Problem(`The ${name} client could not be made:\n${(stdout + stderr).slice(-2000)}`);
}

/**
 * Compiles a client.
 * @param {Language} language
 * @param {string} directory
 */
export async function compileClient({ name, commands }, directory) {
  for (const [file = '', ...args] of commands(directory)) {
    const { code, stdout, stderr } = await runCaptured(file, args, { cwd: directory });
    if (code !== 0) throw new Problem(`The ${name} client does not compile (${file} ${args[0]}):\n${stdout}${stderr}`);
  }
}
