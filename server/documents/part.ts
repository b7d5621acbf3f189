import { fetches, fieldsHeard, starts } from './fields.ts'
import { address, asksOutside, connectsOutside, leadsOutside, liesOutside, linkDoes, presses } from './links.ts'
import { type Element, Unreadable } from './xml.ts'

/** What a part of a document does, by its elements: macros, objects, what is fetched from elsewhere. */

const objects = '含有嵌入的对象'
const addIn = '含有加载项'

/** What relationships, and the kinds of parts, say of what they lead to. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/macroEnabled|macrosheet|vbaProject|vbaData|keyMapCustomizations/i, '含有宏'],
  [/[./]webextension(?:taskpanes)?(?:\+xml)?$/i, addIn],
  [/activeX|oleObject|\/(?:package|control|aFChunk)$/i, objects],
]
/** Documents of another kind, which are shown as if they stood in it. */
const chunks = /^(?:text\/(?!xml)|message\/|application\/(?:rtf|xhtml|msword))/i
/** Elements that say it by being there. */
const elements: Readonly<Record<string, string>> = {
  altChunk: objects,
  OLEObject: objects,
  oleObj: objects,
  oleObject: objects,
  ddeLink: starts,
  webextension: addIn,
  webextensionref: addIn,
  taskpanes: addIn,
}
/** Attributes by which commands of the document's own are begun. */
const commands = new Set(['onload', 'onaction'])
/** Elements by which data or a sheet of styles are taken from where one of these attributes says. */
const taking: Readonly<Record<string, readonly [attributes: readonly string[], leads: (value: string) => boolean]>> = {
  connectString: [['val'], connectsOutside],
  udl: [['val'], connectsOutside],
  query: [['val'], asksOutside],
  saveThroughXslt: [['val', 'solutionid'], liesOutside],
  connection: [['odcfile', 'sourcefile'], liesOutside],
  dbPr: [['connection'], connectsOutside],
  textPr: [['sourcefile'], liesOutside],
  webPr: [['url'], leadsOutside],
}
const runsAction = /^ppaction:\/\/(?:program|macro|ole)/i

/** A picture of the old drawing language may name its place itself. */
const pictured = new Set(['imagedata', 'image', 'fill', 'stroke', 'background'])
const placed = new Set(['src', 'href', 'althref'])

const valuesOf = ({ attributes }: Element, name: string) =>
  attributes.filter(([one]) => one === name).map(([, value]) => value.trim())

function kindSays(values: readonly string[]): string | null {
  return kinds.find(([pattern]) => values.some((value) => pattern.test(value)))?.[1] ?? null
}

/** What is fetched when it is opened, or opened by a link that is pressed. What cannot be read of it counts as fetched. */
function relationDoes(element: Element): string | null {
  const types = valuesOf(element, 'type')
  const targets = valuesOf(element, 'target')
  const says = kindSays([...types, ...targets])
  if (says) return says
  if (types.length > 0 && types.every((type) => /\/hyperlink$/i.test(type)))
    return targets.map(linkDoes).find((what) => what !== null) ?? null
  const external = valuesOf(element, 'targetmode').some((mode) => /external/i.test(mode))
  const nowhere = external && (targets.length === 0 || targets.some((target) => address(target) === ''))
  return nowhere || targets.some(leadsOutside) ? fetches : null
}

const isXml = (kind: string) => kind.split(';')[0]?.trim().toLowerCase().endsWith('xml') === true

/** What the list of kinds says of a part. @throws Unreadable for XML under a name that is not looked into */
function kindDoes(element: Element): string | null {
  const types = valuesOf(element, 'contenttype')
  const names = [...valuesOf(element, 'partname'), ...valuesOf(element, 'extension').map((one) => `.${one}`)]
  if (types.some((type) => isXml(type)) && names.some((one) => !/\.(?:xml|rels|vml|svg)$/i.test(one)))
    throw new Unreadable('kind')
  return kindSays([...types, ...names]) ?? (types.some((type) => chunks.test(type)) ? objects : null)
}

function elementDoes(element: Element): string | null {
  const { local, attributes } = element
  if (Object.hasOwn(elements, local)) return elements[local] as string
  if (local === 'Relationship') return relationDoes(element)
  if (local === 'Default' || local === 'Override') return kindDoes(element)
  const [places, leads] = (Object.hasOwn(taking, local) && taking[local]) || []
  for (const [name, value] of attributes) {
    if (commands.has(name)) return '含有自定义的命令'
    if (places?.includes(name) && leads?.(value)) return fetches
    if (name === 'action' && runsAction.test(address(value))) return starts
    if (placed.has(name) && pictured.has(local) && leadsOutside(value)) return fetches
    if (name === 'href' && linkDoes(value)) return presses
  }
  return null
}

/** Listens to a part. @param found is called with what it does that none may */
export function partHeard(found: (what: string) => void) {
  const fields = fieldsHeard(found)
  return {
    ...fields,
    open(element: Element) {
      fields.open(element)
      const what = elementDoes(element)
      if (what) found(what)
    },
  }
}
