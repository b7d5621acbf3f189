import { formatTime, parseTime } from '../../core/domain/time.ts'
import { pick, type Random, randomFrom } from './generate.ts'

/** A letter to import: one JSON line of `npm run demo-letters`. */
export interface LetterLine {
  readonly code: string
  readonly title: string
  readonly content: string
  readonly time: string
  readonly type: string
  readonly name: string
  readonly phone: string
  readonly openFlag: string
  readonly dept: string
  readonly reply: string
  readonly replyTime: string
}

const places = ['城北社区', '石桥村', '东街', '老城区', '清水河南岸', '青石镇', '柳林乡', '县医院门前', '二中家属院']
const spans = ['半个多月', '快一个月', '一周', '三个多月', '从去年冬天起', '国庆节以后']
const surnames = [...'周吴郑冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜']
const names = ['小雨', '建国', '月华', '立新', '文斌', '秀兰', '德顺', '晓东', '春梅', '志强', '海燕', '玉珍']

interface Matter {
  readonly type: string
  readonly title: string
  readonly says: readonly string[]
  readonly wants: string
  readonly reply: string
  readonly dept: string
}

/** What people write about; `{place}` and `{span}` stay the same throughout a letter. */
const matters: readonly Matter[] = [
  {
    ...{ type: '求助', title: '{place}的路灯不亮', dept: '政协办公室' },
    says: ['{place}的路灯不亮已有{span}。', '晚上放学的孩子走到这里只能打着手电。', '附近商户向物业说过，没有人来修。'],
    wants: '请帮忙联系有关单位尽快修好。',
    reply: '经现场查看，{place}的线路因施工受损，已更换电缆并恢复照明，今后每周巡查一次。',
  },
  {
    ...{ type: '投诉', title: '{place}夜间施工扰民', dept: '提案委员会' },
    says: ['{place}旁的工地夜里十一点以后还在打桩，{span}没有停过。', '家里有老人和上学的孩子，无法休息。'],
    wants: '希望查一查有没有夜间施工的许可，并责令按时停工。',
    reply: '经核实，该工地未取得夜间施工许可，已责令二十二时后停工，并安排专人值守。',
  },
  {
    ...{ type: '建议', title: '建议在{place}增设公共座椅', dept: '提案委员会' },
    says: ['{place}来往的老人很多，走累了没有坐的地方。', '邻县的步行街每隔几十米就有一张长椅。'],
    wants: '建议先放几张试用，再看要不要增加。',
    reply: '您的建议已列入今年的微更新计划，{place}首批六张座椅将于下月安装。',
  },
  {
    ...{ type: '咨询', title: '{place}何时通公交', dept: '政协办公室' },
    says: ['{place}离最近的车站有三里路，{span}听说要通公交，一直没有消息。'],
    wants: '请问线路有没有定下来，什么时候开通？',
    reply: '经与交通部门沟通，途经{place}的线路已完成勘察，计划年底前开通试运行。',
  },
  {
    ...{ type: '投诉', title: '{place}垃圾无人清运', dept: '文化文史和学习委员会' },
    says: ['{place}的垃圾点满了{span}没有人来运。', '天一热味道很大，下雨就流到路上。'],
    wants: '请督促尽快清走，并把清运的时间贴出来。',
    reply: '保洁单位已于当日清运完毕，{place}的清运改为每日两次，时间表已张贴。',
  },
  {
    ...{ type: '咨询', title: '{place}老旧小区加装电梯怎样申请', dept: '政协办公室' },
    says: ['{place}的楼有六层，住户多数同意加装电梯。', '{span}前问过社区，说不清楚要哪些材料。'],
    wants: '请问向哪里申请，有没有补助？',
    reply: '加装电梯由业主推举代表向住建部门申请，须有方案和书面同意书，符合条件的每台给予补助。',
  },
]

const first = parseTime('2026-01-05 08:00:00') as number
const hour = 3600_000
const day = 24 * hour

/** A letter of one number: the same everywhere and always. */
function letterOf(index: number): LetterLine {
  const random: Random = randomFrom(index * 6151 + 29)
  const [matter, place, span] = [pick(random, matters), pick(random, places), pick(random, spans)]
  const fill = (text: string) => text.replaceAll('{place}', place).replaceAll('{span}', span)
  const at = first + Math.floor(random() * 300) * day + Math.floor(random() * 12 * hour)
  const answered = random() < 0.6
  return {
    code: `QS${String(index + 1).padStart(7, '0')}`,
    title: fill(matter.title),
    content: [...matter.says, matter.wants].map(fill).join(''),
    time: formatTime(at),
    type: matter.type,
    name: `${pick(random, surnames)}${pick(random, names)}`,
    phone: `1990${String(index % 10_000_000).padStart(7, '0')}`,
    openFlag: random() < 0.7 ? '是' : '否',
    dept: answered ? matter.dept : '',
    reply: answered ? fill(matter.reply) : '',
    replyTime: answered ? formatTime(at + Math.floor((1 + random() * 9) * day)) : '',
  }
}

/** So many letters, one after the other. */
export function* demoLetters(count: number): Generator<LetterLine> {
  for (let index = 0; index < count; index++) yield letterOf(index)
}
