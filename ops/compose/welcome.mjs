// @ts-check
// `welcome`: what to do with the installation that runs. `welcome demo`: the sign-ins and the key of the demo merchant;
// `welcome key`: the key alone. Secrets are not printed without being asked for, because Compose keeps what is printed.
import { readFile } from 'node:fs/promises';
import { banner, people } from '../../scripts/lib/banner.mjs';

const [what] = process.argv.slice(2);
const demo = JSON.parse(await readFile('/data/demo.json', 'utf8'));
if (what === 'key') console.log(demo.key);
else if (what === 'demo') console.log([`Sandbox key: ${demo.key}`, '', ...people(demo)].join('\n').trimEnd());
else {
  const text = banner({
    webUrl: 'http://localhost:3000',
    apiUrl: 'http://localhost:4000',
    simulatorUrl: 'http://localhost:4002',
    payUrl: 'http://localhost:4004',
    demo,
    showsSecrets: false,
    dataDir: 'the volumes of this project',
    commands: {
      tillgate: 'docker compose run --rm tillgate',
      demo: 'docker compose run --rm welcome demo',
      key: 'docker compose run --rm welcome key',
      stop: 'docker compose down stops everything.',
    },
  });
  console.log(text);
}
