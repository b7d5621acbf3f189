/** The invented county of the demo: departments, people and columns of 青石县政协. */

export interface DemoDept {
  readonly key: string
  readonly name: string
  readonly parent?: string
}

export const depts: readonly DemoDept[] = [
  { key: 'office', name: '政协办公室' },
  { key: 'proposal', name: '提案委员会', parent: 'office' },
  { key: 'culture', name: '文化文史和学习委员会', parent: 'office' },
]

export interface DemoUser {
  readonly account: string
  readonly name: string
  readonly dept: string
  readonly position: string
  /** Alias of a shipped role. */
  readonly role: 'auditor' | 'staff' | 'reporter' | 'readonly'
}

export const users: readonly DemoUser[] = [
  { account: 'shenhe', name: '林知远', dept: 'office', position: '副主任', role: 'auditor' },
  { account: 'fushen', name: '沈若谷', dept: 'office', position: '主任', role: 'auditor' },
  { account: 'bangongshi', name: '周明川', dept: 'office', position: '秘书科科长', role: 'staff' },
  { account: 'xinxi', name: '唐小禾', dept: 'office', position: '信息员', role: 'staff' },
  { account: 'tian', name: '陆青禾', dept: 'proposal', position: '一级科员', role: 'staff' },
  { account: 'wenshi', name: '顾砚秋', dept: 'culture', position: '四级主任科员', role: 'staff' },
  { account: 'shangbao', name: '韩小满', dept: 'culture', position: '信息员', role: 'reporter' },
  { account: 'zhidu', name: '何静之', dept: 'office', position: '档案管理员', role: 'readonly' },
]
export type Writer = 'bangongshi' | 'xinxi' | 'tian' | 'wenshi'

export interface DemoColumn {
  readonly path: string
  readonly title: string
  /** 1 list, 2 single page, 3 link (columnTypes). */
  readonly type: 1 | 2 | 3
  readonly parent?: string
  readonly description: string
  readonly diyUrl?: string
  /** Staff of the departments may write here. */
  readonly staff?: true
}

export const columns: readonly DemoColumn[] = [
  { path: 'gaikuang', title: '政协概况', type: 1, description: '青石县政协的基本情况、机构和人员。' },
  {
    path: 'jianjie',
    title: '政协简介',
    type: 2,
    parent: 'gaikuang',
    description: '青石县政协的历史沿革和主要职能。',
    staff: true,
  },
  {
    path: 'jigou',
    title: '机构设置',
    type: 2,
    parent: 'gaikuang',
    description: '办公室和各专门委员会的职责。',
    staff: true,
  },
  { path: 'yaowen', title: '政协要闻', type: 1, description: '县政协重要会议和活动。', staff: true },
  { path: 'tongzhi', title: '通知公告', type: 1, description: '会议通知、公示公告。', staff: true },
  { path: 'tian', title: '提案工作', type: 1, description: '提案征集、立案、办理和答复。' },
  { path: 'tian-dongtai', title: '提案动态', type: 1, parent: 'tian', description: '提案工作的进展。', staff: true },
  {
    path: 'tian-banli',
    title: '提案办理',
    type: 1,
    parent: 'tian',
    description: '提案办理情况和答复摘要。',
    staff: true,
  },
  { path: 'sheqing', title: '社情民意', type: 1, description: '委员反映的群众意见和建议。', staff: true },
  { path: 'diaoyan', title: '调研视察', type: 1, description: '专题调研、视察和民主监督。', staff: true },
  { path: 'weiyuan', title: '委员风采', type: 1, description: '委员履职故事。', staff: true },
  { path: 'wenshi', title: '文史资料', type: 1, description: '青石县的历史、人文和口述史料。', staff: true },
  { path: 'xuexi', title: '学习园地', type: 1, description: '理论学习、政协知识。', staff: true },
  { path: 'zhuanti', title: '专题专栏', type: 1, description: '阶段性重点工作专题。', staff: true },
  {
    path: 'zhongguo',
    title: '中国政协网',
    type: 3,
    description: '全国政协门户网站。',
    diyUrl: 'http://www.cppcc.gov.cn/',
  },
]
