import { z } from 'zod'

/** What an exported file is told by, beside it: the moment and whoever asked stand here, and never in the file. */
export const manifest = z.object({
  format: z.literal('xzx-export-1'),
  /** What was exported: its name in `xzx export`, or the call that answered it. */
  kind: z.string(),
  name: z.string(),
  file: z.string(),
  /** What it was narrowed by. */
  filter: z.record(z.string(), z.unknown()),
  columns: z.array(z.object({ field: z.string().nullable(), title: z.string() })),
  /** Null: no table. */
  rows: z.number().nullable(),
  bytes: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  by: z.object({ account: z.string(), name: z.string() }).nullable(),
  when: z.string(),
  version: z.string(),
})
export type Manifest = z.infer<typeof manifest>

/** `热词.xlsx` → `热词.xlsx.manifest.json`: two kinds of one name lie beside one another. */
export const manifestName = (file: string): string => `${file}.manifest.json`

/** A manifest as its file has it. */
export const manifestText = (one: Omit<Manifest, 'format'>): string =>
  `${JSON.stringify({ format: 'xzx-export-1', ...one } satisfies Manifest, null, 2)}\n`
