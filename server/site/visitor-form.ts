import { type VisitorField, type VisitorFormName, visitorForm } from '../../core/domain/visitor-forms.ts'
import { openBoards } from '../areas/forum/seen.ts'
import type { Reader } from '../db/open.ts'
import type { AreaFile, AreaTools, AreaView } from './area-site.ts'

/** What stands in a form that the server draws for a browser without scripts: its captcha, what was typed, and what was refused of it. */
export interface Filled {
  readonly codeId: string
  readonly image: string
  readonly requestKey: string
  readonly values: Readonly<Record<string, string>>
  /** By the fields that it is about. */
  readonly wrong: Readonly<Record<string, string>>
  /** What is about no field. */
  readonly says: string
  /** It has come through: the words of thanks. */
  readonly done: string | null
}

/** A form by which visitors write, as its area's page shows it. */
export interface WriteForm {
  readonly form: VisitorFormName
  readonly filled?: Filled
  /** What may be chosen, of fields whose choices are rows. */
  readonly choices?: Choices
  /** What the page itself says of the form's fields: which post is answered. */
  readonly given?: Readonly<Record<string, string>>
}

type Choices = Readonly<Record<string, readonly (readonly [id: string, says: string])[]>>

/** Where choices come from that are rows. */
const sources: Readonly<
  Record<NonNullable<VisitorField['from']>, (db: Reader) => Promise<{ id: number; title: string }[]>>
> = {
  plates: ({ read }) => openBoards(read).select(['id', 'title']).execute(),
}

/** What may be chosen in a form's fields, as it is now. */
export async function choicesFor(db: Reader, name: VisitorFormName): Promise<Choices> {
  const found: Record<string, readonly (readonly [string, string])[]> = {}
  for (const field of visitorForm(name).fields)
    if (field.from) found[field.name] = (await sources[field.from](db)).map(({ id, title }) => [String(id), title])
  return found
}

/** The page of an area's form; it stands there whatever is public. */
export const writeFile: AreaFile = { name: 'write.html', id: 0 }

/** Of whom a field is asked, in words, for who sees it always. */
function whenSays({ when }: VisitorField, fields: readonly VisitorField[]): string | null {
  const by = fields.find(({ name }) => name === when?.field)
  const words = when?.is.map((value) => by?.choices?.[value]).join('、')
  return by ? `${by.says}为${words}的，请填写` : null
}

const fieldView = (
  field: VisitorField,
  fields: readonly VisitorField[],
  { filled, choices: rows = {}, given = {} }: Partial<WriteForm>,
) => {
  const { values = given, wrong = {} } = filled ?? ({} as Partial<Filled>)
  const value = values[field.name] ?? ''
  const choices = (rows[field.name] ?? Object.entries(field.choices ?? {})).map(([key, says]) => ({
    value: key,
    says,
    chosen: key === value,
  }))
  const when = field.when && `${field.when.field}=${field.when.is.join(',')}`
  // lines end as forms send them: blank lines of a page are left out
  return {
    ...field,
    when,
    whenSays: whenSays(field, fields),
    choices,
    value: value.replace(/\r\n?|\n/g, '\r\n'),
    wrong: wrong[field.name] ?? '',
  }
}

/** Lays out the page of a form. @param links what else there is about it; `query`: where it is asked for by its code */
export function writeView(
  shown: WriteForm,
  tools: AreaTools,
  links: readonly { readonly title: string; readonly url: string; readonly query?: true }[],
): Pick<AreaView, 'template' | 'title' | 'description' | 'scope'> {
  const { form: name, filled, given = {} } = shown
  const { fields, ...form } = visitorForm(name)
  return {
    template: 'write',
    title: form.title,
    description: form.intro,
    scope: {
      form: {
        ...form,
        name,
        page: tools.url(writeFile.name),
        query: String(new URLSearchParams({ form: name, ...given })),
      },
      draft: [name, ...Object.values(given)].join('-'),
      fields: fields.map((field) => fieldView(field, fields, shown)),
      ...{ links, filled: filled ?? null },
    },
  }
}
