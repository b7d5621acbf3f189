/**
 * What a field can name by its id, and which call lists it: pickers of forms, names on the command line, completion and samples follow it.
 * The call takes nothing and answers a list, or a tree by `children`, of all there are. Each is one line however long, in any order:
 * lines that were added side by side are kept both (.gitattributes).
 */
// biome-ignore format: an entry of several lines would not survive that
export const references = {
  dept: { says: '部门', area: 'dept', call: 'tree', id: 'id', name: 'name', sample: '提案委员会' },
  dict: { says: '数据字典', area: 'dict', call: 'groups', id: 'id', name: 'name', sample: '稿件来源' },
  column: { says: '栏目', area: 'column', call: 'tree', id: 'columnId', name: 'categoryTitle', sample: '通知公告' },
  user: { says: '用户', area: 'user', call: 'options', id: 'id', name: 'name', sample: '周明川' },
  role: { says: '角色', area: 'role', call: 'options', id: 'id', name: 'name', also: 'alias', sample: '部门人员' },
  partner: { says: '互通单位', area: 'partner', call: 'options', id: 'id', name: 'name', sample: '县医保局网站' },
  bulletin: { says: '公报', area: 'bulletin', call: 'options', id: 'id', name: 'name', sample: '青石县政协公报总第86期' },
  periodical: { says: '期刊', area: 'periodical', call: 'options', id: 'id', name: 'name', sample: '青石政协第13期' },
  periodicalPage: { says: '版面', area: 'periodical', call: 'pageOptions', id: 'id', name: 'name', sample: '青石政协第13期·第1版要闻' },
  plate: { says: '版块', area: 'plateRole', call: 'optionList', id: 'id', name: 'name', sample: '交通出行' },
  special: { says: '专题', area: 'special', call: 'options', id: 'id', name: 'name', sample: '全会筹备' },
  resource: { says: '菜单', area: 'resource', call: 'baseTree', id: 'id', name: 'name', also: 'alias', sample: '内容管理' },
  contentModel: { says: '内容模型', area: 'contentModel', call: 'options', id: 'id', name: 'name', also: 'key', sample: '公文信息' },
} as const satisfies Readonly<Record<string, Reference>>

/** What a field can name. */
export interface Reference {
  readonly says: string
  readonly area: string
  readonly call: string
  /** The fields of what is listed: its id, and what people call it. */
  readonly id: string
  readonly name: string
  /** By this it is known as well: no two have the same. */
  readonly also?: string
  /** A name as examples show it. */
  readonly sample: string
}

export type ReferenceName = keyof typeof references
