/** Alert rules and dashboard as data, held to the shape that Prometheus and Grafana take, and what their expressions ask for. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/ */
const ruleFile = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^Deresegn[A-Z]\w+$/),
            expr: z.string().min(1),
            for: z
              .string()
              .regex(/^\d+[smh]$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.strictObject({ summary: z.string().min(10), runbook: z.string() }),
          }),
        ),
      }),
    )
    .min(1),
});

type Alert = z.infer<typeof ruleFile>['groups'][number]['rules'][number];

/** @throws ZodError, or what the YAML is wrong in */
export function readAlerts(path: string): Alert[] {
  return ruleFile.parse(parse(readFileSync(path, 'utf8'))).groups.flatMap(({ rules }) => rules);
}

/** The data source a reader chooses when the dashboard is imported. */
const datasource = z.strictObject({
  type: z.literal('prometheus'),
  uid: z.string().regex(/^\$\{datasource\}$/),
});

const panel = z.looseObject({
  id: z.int().positive(),
  type: z.enum(['row', 'stat', 'timeseries', 'state-timeline']),
  title: z.string().min(1),
  gridPos: z.strictObject({
    x: z.int().min(0).max(23),
    y: z.int().min(0),
    w: z.int().min(1).max(24),
    h: z.int().min(1),
  }),
  datasource: datasource.optional(),
  targets: z
    .array(z.looseObject({ refId: z.string().regex(/^[A-Z]$/), expr: z.string().min(1), datasource }))
    .optional(),
});

/** https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/ */
const dashboard = z.looseObject({
  title: z.string().min(1),
  uid: z.string().regex(/^[\w-]{1,40}$/),
  schemaVersion: z.int().min(36),
  version: z.int(),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  templating: z.object({
    list: z.array(z.looseObject({ name: z.string(), type: z.enum(['datasource', 'query']) })),
  }),
  panels: z.array(panel).min(1),
});

type Dashboard = z.infer<typeof dashboard>;

/** @throws ZodError, SyntaxError */
export function readDashboard(path: string): Dashboard {
  return dashboard.parse(JSON.parse(readFileSync(path, 'utf8')));
}

export function expressionsOf({ panels }: Dashboard): { where: string; expr: string }[] {
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr })));
}

/** Words of PromQL that stand where a metric could. */
const keywords = new Set(['by', 'without', 'or', 'and', 'unless', 'offset', 'on', 'ignoring', 'bool']);

/** Names of metrics an expression asks for: what is neither a function, a keyword, a label nor text. */
export function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/(?<![\w.$])[a-z_]\w*(?!\w*\s*\()/gi)].map(([word]) => word);
  return words.filter((word) => !keywords.has(word));
}

interface Asked {
  metric: string;
  label: string;
  /** Alternatives that are spelled out; none of a variable or a pattern. */
  values: string[];
}

/** What an expression selects by. */
export function labelsAsked(expr: string): Asked[] {
  return [...expr.matchAll(/(\w+?)(?:_bucket)?\{([^}]*)\}/g)].flatMap(([, metric = '', selector = '']) =>
    [...selector.matchAll(/(\w+)[=!]~?"([^"]*)"/g)].map(([, label = '', value = '']) => ({
      metric,
      label,
      values: /[.*$]/.test(value) ? [] : value.split('|'),
    })),
  );
}
