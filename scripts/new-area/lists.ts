import type { Names } from './names.ts'

/** The two lists that name areas and screens; each gets its line, put in shape by the formatter. */
export const lists: readonly { readonly file: string; readonly edit: (text: string, names: Names) => string }[] = [
  {
    file: 'core/contract/areas.ts',
    edit: (text, { area, what }) =>
      text.replace(
        '} as const',
        `  ${area}: area('${what}', async () => (await import('./${area}.ts')).${area}),\n} as const`,
      ),
  },
  {
    file: 'web/screens/screens.ts',
    edit: (text, { area, Area, what, path }) =>
      text.replace(
        '\n]\n',
        `\n  { path: '${path}', title: '${what}', needs: '${area}_list', load: () => import('./${area}/${Area}Screen.tsx') },\n]\n`,
      ),
  },
]
