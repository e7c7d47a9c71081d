// @ts-check
// Compose, Kubernetes, systemd and a page name variables, ports and parts of Tillgate. These tests hold them against what exists.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { variablesOf } from './environment.mjs';
import { root } from './paths.mjs';

/** How long a process may take to end, by docs/operating.md. @type {Record<string, number>} */
const graceSeconds = { api: 50, worker: 35, web: 30, pay: 15 };
/** Set by the image, or read by Node and Next. */
const systemVariables = ['NODE_ENV', 'NEXT_TELEMETRY_DISABLED'];
const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');

/** @param {string} part @param {string[]} names */
function unknown(part, names) {
  const known = new Set([...(Reflect.get(variablesOf, part) ?? []), ...systemVariables]);
  return names.filter((name) => !known.has(name));
}

/** Settings of one process, which others read to find it or have of their own. */
const settingsOfOne = new Set(['API_PORT', 'WORKER_PORT', 'WEB_PORT', 'PAY_PORT', 'TRUSTED_PROXIES', 'DATA_DIR']);

/**
 * What a process reads and does not get, though another one does: a feature of several processes, such as payment links,
 * works only where all of them have its settings.
 * @param {{ part: string, names: string[] }[]} processes
 */
function missing(processes) {
  const set = new Set(processes.flatMap(({ names }) => names));
  return processes.flatMap(({ part, names }) =>
    /** @type {string[]} */ (Reflect.get(variablesOf, part))
      .filter((name) => set.has(name) && !names.includes(name) && !settingsOfOne.has(name))
      .map((name) => `${part}: ${name}`),
  );
}

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('ops/compose/compose.yaml'), { merge: true });
  /** @type {[string, any][]} */
  const all = Object.entries(services);
  const ours = all.filter(([, { image }]) => image === 'tillgate');
  const processes = ours.filter(([, { command = [] }]) => command[0] in graceSeconds);

  it('sets variables that their process reads', () => {
    expect(processes.map(([name]) => name).sort()).toEqual(['api-1', 'api-2', 'pay', 'web', 'worker-1', 'worker-2']);
    for (const [name, { command, environment }] of processes) {
      expect(unknown(command[0], Object.keys(environment)), name).toEqual([]);
    }
    expect(unknown('cli', Object.keys(services.tillgate.environment))).toEqual([]);
    expect(unknown('simulator', Object.keys(services.simulator.environment))).toEqual([]);
  });

  it('gives a setting to every process that reads it', () => {
    const parts = [...processes.map(([, { command, environment }]) => ({ part: command[0], environment }))];
    parts.push({ part: 'cli', environment: services.tillgate.environment });
    const given = parts.map(({ part, environment }) => ({ part, names: Object.keys(environment) }));
    expect(missing(given)).toEqual([]);
  });

  it('gives the dashboard and the command line no private key', () => {
    for (const name of ['web', 'pay', 'tillgate', 'welcome', 'prepare', 'simulator']) {
      expect(Object.keys(services[name].environment ?? {}), name).not.toContain('SEAL_PRIVATE_KEY');
    }
  });

  it('uses exact versions of other images', () => {
    for (const [name, { image }] of all) {
      if (image !== 'tillgate') expect(image, name).toMatch(/:(\$\{\w+:-)?v?\d+\.\d+/);
    }
  });

  it('runs our processes without rights, watches them, and lets them finish', () => {
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true });
    }
    for (const [name, service] of processes) {
      // Docker starts a process again that ended itself.
      expect(service.restart, name).toBe('unless-stopped');
      expect(service.healthcheck.test.at(-1), name).toContain(
        service.environment.API_PORT ??
          service.environment.WORKER_PORT ??
          service.environment.WEB_PORT ??
          service.environment.PAY_PORT,
      );
      const seconds = Number.parseInt(service.stop_grace_period ?? '30s', 10);
      expect(seconds, name).toBeGreaterThanOrEqual(graceSeconds[service.command[0]] ?? 0);
    }
  });

  it('names services, volumes and secrets that exist', () => {
    const made = [...read('ops/compose/secrets.mjs').matchAll(/\b([A-Z][A-Z_]+): /g)].map(([, name]) => name);
    for (const [, secret] of read('ops/compose/compose.yaml').matchAll(/\$\{(\w+):\?/g)) expect(made).toContain(secret);
    for (const [name, service] of all) {
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
      for (const other of needed) expect(services, name).toHaveProperty(other);
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':');
        if (!source.startsWith('.')) expect(volumes, name).toHaveProperty(source);
      }
    }
  });

  it('balances, and reads metrics, at the ports where processes listen', () => {
    const portsOf = (/** @type {string} */ variable) =>
      processes.map(([, { environment }]) => environment[variable]).filter(Boolean);
    const balancer = read('ops/compose/haproxy.cfg');
    const backends = [...balancer.matchAll(/server \w+ 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
    const apis = portsOf('API_PORT');
    expect(backends).toEqual([...apis, ...apis, ...portsOf('WORKER_PORT')]);
    expect(balancer).toContain(`bind :${new URL(services['worker-1'].environment.INNGEST_SERVE_ORIGIN).port}`);
    const { scrape_configs: scrapes } = parse(read('ops/compose/prometheus.yaml'));
    const metrics = ['API', 'WORKER', 'PAY', 'WEB'].flatMap((part) => portsOf(`METRICS_${part}_PORT`));
    expect(scrapes[0].static_configs[0].targets).toEqual(metrics.map((port) => `balancer:${port}`));
  });

  it('sends traces to the collector, which passes them on to Tempo, which Grafana reads', () => {
    const traced = processes.filter(([, { command }]) => command[0] !== 'web' && command[0] !== 'pay');
    const { receivers, exporters, service } = parse(read('ops/compose/collector.yaml'));
    const { server, distributor } = parse(read('ops/compose/tempo.yaml'));
    const portOf = (/** @type {string} */ address) => Number(address.split(':').at(-1));
    for (const [name, { environment }] of traced) {
      const { hostname, port } = new URL(environment.OTEL_EXPORTER_OTLP_ENDPOINT);
      expect([services[hostname] !== undefined, Number(port)], name).toEqual([
        true,
        portOf(receivers.otlp.protocols.http.endpoint),
      ]);
    }
    expect(service.pipelines.traces).toEqual({ receivers: ['otlp'], processors: ['batch'], exporters: ['otlp'] });
    expect(exporters.otlp.endpoint).toBe(`tempo:${portOf(distributor.receivers.otlp.protocols.grpc.endpoint)}`);
    const { datasources } = parse(read('ops/compose/grafana.yaml'));
    const tempo = datasources.find((/** @type {{ type: string }} */ { type }) => type === 'tempo');
    expect(new URL(tempo.url).port).toBe(String(server.http_listen_port));
  });
});

describe('a balancer', () => {
  const kept = Number(/keepAliveSeconds = (\d+);/.exec(read('packages/process/src/request-deadlines.ts'))?.[1]);
  const copied = Number(/keepAliveSeconds = (\d+);/.exec(read('apps/web/request-deadlines.mjs'))?.[1]);

  it.each(['ops/compose/haproxy.cfg', 'docs/distributed.md'])('gives up idle connections first: %s', (file) => {
    const seconds = Number(/^ {2}timeout http-keep-alive (\d+)s$/m.exec(read(file))?.[1]);
    expect(seconds).toBeLessThan(kept);
    // An idle connection that outlives its client would be given to another one.
    expect(read(file)).toMatch(/^ {2}http-reuse never$/m);
    expect(copied).toBe(kept);
  });
});

describe('docs/distributed.md', () => {
  const blocks = [...read('docs/distributed.md').matchAll(/^```sh (\w+)\.env\n([\s\S]*?)^```/gm)];
  const files = blocks.map(([, part = '', text = '']) => ({
    part,
    names: [...text.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name),
  }));

  it('names every proxy to the processes behind one, and lets all of them be measured', () => {
    const [, proxy = ''] = /^\| `([\d.]+)` \| your reverse proxy/m.exec(read('docs/distributed.md')) ?? [];
    const [, balancer = ''] = /^\| `api\.internal`, ([\d.]+) \|/m.exec(read('docs/distributed.md')) ?? [];
    const textOf = (/** @type {string} */ wanted) => blocks.find(([, part]) => part === wanted)?.[2];
    expect(textOf('api')).toContain(`\nTRUSTED_PROXIES=${balancer},${proxy}\n`);
    for (const part of ['web', 'pay']) expect(textOf(part), part).toContain(`\nTRUSTED_PROXIES=${proxy}\n`);
    for (const { part, names } of files.filter((file) => file.part !== 'cli')) {
      expect(names, part).toContain(`METRICS_${part.toUpperCase()}_PORT`);
    }
  });

  it('makes the balancer of the APIs out of the one of Compose', () => {
    const [, script = ''] = /^```sh balancer\.sh\n([\s\S]*?)^```/m.exec(read('docs/distributed.md')) ?? [];
    const [, command = ''] = /^(sed [\s\S]*?) > /m.exec(script) ?? [];
    const made = execFileSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
    const apis = [...read('docs/distributed.md').matchAll(/`(10\.0\.0\.2[12])`/g)].map(
      ([, address]) => `${address}:4000`,
    );
    expect(apis).toHaveLength(2);
    expect([...made.matchAll(/^ {2}server api\d (\S+)/gm)].map(([, address]) => address)).toEqual([...apis, ...apis]);
    expect([...made.matchAll(/^(frontend|backend) .*$/gm)].map(([line]) => line)).toEqual([
      ...['frontend api', 'backend apis', 'backend hooks'],
    ]);
    // What the reverse proxy says of the caller goes on to the API.
    expect(made).not.toContain('del-header');
    expect(made).toContain('option forwardfor');
  });

  it('sets variables that their process reads, and gives the private key to those that open secrets alone', () => {
    expect(files.map(({ part }) => part).sort()).toEqual(['api', 'cli', 'pay', 'web', 'worker']);
    for (const { part, names } of files) expect(unknown(part, names), part).toEqual([]);
    expect(missing(files)).toEqual([]);
    const opening = files.filter(({ names }) => names.includes('SEAL_PRIVATE_KEY'));
    expect(opening.map(({ part }) => part).sort()).toEqual(['api', 'worker']);
  });
});

describe('ops/prometheus/scrape.yaml', () => {
  it('reads the metrics of every process, so that an alert notices when one is down', () => {
    const [scrape] = parse(read('ops/prometheus/scrape.yaml')).scrape_configs;
    /** @type {string[]} */
    const targets = scrape.static_configs[0].targets;
    const parts = new Set(targets.map((target) => target.replace(/(-\d+)?:\d+$/, '')));
    const measured = Object.entries(variablesOf).filter(([, names]) => names.includes('METRICS_TOKEN'));
    expect([...parts].sort()).toEqual(measured.map(([part]) => part).sort());
    expect([...parts].sort()).toEqual(['api', 'pay', 'web', 'worker']);
    expect(read('ops/prometheus/alerts.yaml')).toContain(`up{job=~"${scrape.job_name}.*"} == 0`);
  });
});

describe('ops/prometheus/alerts.yaml', () => {
  it('says which process counts alone: where it counts, and what to mend, differs', () => {
    const { groups } = parse(read('ops/prometheus/alerts.yaml'));
    /** @type {{ alert: string, expr: string }[]} */
    const rules = groups.flatMap((/** @type {{ rules: object[] }} */ { rules: own }) => own);
    const { expr } = rules.find(({ alert }) => alert === 'TillgateLimitStoreFailing') ?? {};
    expect(expr).toBe('max by (process, instance) (tillgate_rate_limit_store_failing) > 0');
  });
});

describe('the manifests of Kubernetes', () => {
  const directory = join(root, 'ops/kubernetes');
  const files = readdirSync(directory).filter((name) => name !== 'kustomization.yaml');
  const objects = files.flatMap((file) =>
    parseAllDocuments(read(join('ops/kubernetes', file))).map((document) => document.toJS()),
  );
  const workloads = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');

  it('are all listed', () => {
    const { resources } = parse(read('ops/kubernetes/kustomization.yaml'));
    expect([...resources, 'migrate.yaml'].sort()).toEqual(files.sort());
  });

  it.each(['api', 'worker', 'web', 'pay'])('%s: known variables, probes, time to end, a budget, no rights', (part) => {
    const workload = workloads.find(({ metadata }) => metadata.name === `tillgate-${part}`);
    const { spec } = workload.spec.template;
    const [container] = spec.containers;
    expect(container.args).toEqual([part]);
    const names = container.env.map((/** @type {{ name: string }} */ { name }) => name);
    expect(unknown(part, names)).toEqual([]);
    expect(names).toContain(`METRICS_${part.toUpperCase()}_PORT`);
    expect(container.startupProbe && container.livenessProbe && container.readinessProbe.httpGet.path).toMatch(
      /^\/(readyz|healthz)$/,
    );
    // The sleep before the signal counts, too.
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual((graceSeconds[part] ?? 0) + 5);
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    // The first process of a pod cannot end itself.
    expect(spec.shareProcessNamespace).toBe(true);
    const budget = objects.find(
      ({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === `tillgate-${part}`,
    );
    expect(budget.spec.selector.matchLabels).toEqual(workload.spec.template.metadata.labels);
  });

  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');

  it.each(['api', 'worker', 'web', 'pay', 'migrate'])('%s: who may call it, and whom it may call', (part) => {
    const { spec } = policies.find(({ metadata }) => metadata.name === `tillgate-${part}`);
    const labels = objects
      .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
      .map((object) => object.spec.template.metadata.labels);
    expect(labels).toContainEqual(spec.podSelector.matchLabels);
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    /** @param {{ from?: any[], to?: any[], ports: { port?: number | string }[] }[]} rules */
    const rulesOf = (rules) =>
      rules.map(({ from, to, ports }) => {
        const [other] = from ?? to ?? [];
        const names = other?.namespaceSelector?.matchLabels ?? {};
        const who = other?.ipBlock ? 'internet' : (Object.values(names)[0] ?? 'anybody');
        return `${who} ${ports.map(({ port = 'any' }) => port).join()}`;
      });
    const called = { api: 'ingress http', worker: 'inngest http', web: 'ingress http', pay: 'ingress http' };
    const caller = Reflect.get(called, part);
    expect(rulesOf(spec.ingress)).toEqual(caller === undefined ? [] : [caller, 'monitoring metrics']);
    const needed = ['kube-system 53,53', 'anybody 5432'];
    const inngest = 'inngest 8288';
    const traces = 'monitoring 4318';
    expect(rulesOf(spec.egress)).toEqual(
      Reflect.get(
        {
          api: [...needed, 'anybody 6379', inngest, traces, 'internet 443'],
          worker: [...needed, inngest, traces, 'internet any'],
          web: [...needed, inngest, 'internet 443'],
          pay: [...needed, inngest],
          migrate: needed,
        },
        part,
      ),
    );
  });

  it('let nobody into private networks by the rules for the internet, and say how namespaces are labelled', () => {
    const text = read('ops/kubernetes/network.yaml');
    const blocks = policies.flatMap(({ spec }) =>
      spec.egress.flatMap((/** @type {any} */ { to = [] }) =>
        to.flatMap((/** @type {any} */ { ipBlock }) => ipBlock ?? []),
      ),
    );
    for (const { cidr, except } of blocks) {
      expect(except).toEqual(expect.arrayContaining(cidr === '::/0' ? ['fc00::/7'] : ['10.0.0.0/8', '192.168.0.0/16']));
    }
    const roles = new Set([...text.matchAll(/tillgate\.example\.com\/role: (\w+)/g)].map(([, role]) => role));
    const told = [...read('docs/containers.md').matchAll(/tillgate\.example\.com\/role=(\w+)/g)].map(
      ([, role]) => role,
    );
    expect([...roles].sort()).toEqual(told.sort());
  });

  it('trust addresses of proxies, and no network that other pods are in', () => {
    const { data } = objects.find(({ kind }) => kind === 'ConfigMap');
    for (const proxy of data.TRUSTED_PROXIES.split(',')) {
      const [, bits = '32'] = proxy.split('/');
      expect(Number(bits), proxy).toBeGreaterThanOrEqual(24);
    }
  });

  it('share settings that some process reads', () => {
    const { data } = objects.find(({ kind }) => kind === 'ConfigMap');
    const known = new Set(Object.values(variablesOf).flat());
    expect(Object.keys(data).filter((name) => !known.has(name))).toEqual([]);
    expect(Object.keys(data).filter((name) => /SECRET|KEY|PASSWORD|TOKEN|DATABASE/.test(name))).toEqual([]);
  });
});

describe('the units of systemd', () => {
  it.each(['api', 'worker', 'web', 'pay'])('%s: its process, its account, time to end, known variables', (part) => {
    const unit = read(`ops/systemd/tillgate-${part}.service`);
    expect(unit).toContain(`ExecStart=/usr/bin/node /opt/tillgate/ops/start.mjs ${part}\n`);
    expect(unit).toContain('Restart=always\n');
    expect(unit).toContain(`User=tillgate-${part}\n`);
    expect(unit).toContain(`EnvironmentFile=/etc/tillgate/${part}.env\n`);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(graceSeconds[part] ?? 0);
    const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name);
    expect(unknown(part, names)).toEqual([]);
  });
});
