import { findsIn, id, int, personal, ref, secret, table, text, time } from '../table.ts'

/** Industrial projects that visitors hand in, and those of the office. */
export const industrialProject = table({
  name: 'industrialProject',
  says: '工业项目',
  unit: '个',
  label: 'title',
  byStrangers: ['title', 'company', 'place', 'content'],
  columns: {
    id: id(),
    title: text(),
    company: text().orEmpty,
    /** `projectIndustries` */
    industry: int(),
    place: text().orEmpty,
    /** Whole 万元. */
    money: int().orEmpty,
    name: personal().orEmpty,
    phone: personal().orEmpty,
    phoneHash: secret().orEmpty,
    /** The visitor who handed it in, where one was signed in. */
    peopleId: ref('people', 'past').orEmpty,
    publishedAt: time().orEmpty,
    /** Where it stands in the list of the site, as long as it is public. */
    openNo: int().orEmpty,
    /** `projectStates` */
    status: int(),
    reason: text().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    /** As they stand on the site: without the contact's name, numbers and addresses. */
    openTitle: text().orEmpty,
    openCompany: text().orEmpty,
    openPlace: text().orEmpty,
    /** Long, and therefore last. */
    content: text(),
    openContent: text().orEmpty,
  },
  scope: 'all',
  finds: findsIn('industrialProject', ['phoneHash']),
  sort: {
    title: 'title',
    money: 'money',
    publishedAt: 'publishedAt',
    status: 'status',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    deletedAt: 'deletedAt',
  },
})

declare module '../tables.ts' {
  interface Tables {
    industrialProject: typeof industrialProject
  }
}
