/** Phrases from which `generate.ts` composes any number of articles of an invented county. `{name}` is filled from `slots`. */

export const slots = {
  place: [
    '柳溪镇',
    '石桥镇',
    '云台乡',
    '松岭乡',
    '城关街道',
    '东河街道',
    '清水镇',
    '白杨镇',
    '双峰乡',
    '望川镇',
    '大屯乡',
    '梨园镇',
    '北关街道',
  ],
  who: ['企业代表', '群众代表', '村干部', '人大代表', '政协委员', '专家学者', '社区工作者', '志愿者'],
  group: ['学生', '老年人', '农民工', '种植大户', '小微企业', '困难家庭', '新就业形态劳动者', '返乡创业人员', '残疾人'],
  fund: [
    '一百二十万元',
    '三百六十万元',
    '八百五十万元',
    '一千二百万元',
    '两千六百万元',
    '四千八百万元',
    '一亿两千万元',
  ],
  share: ['百分之八十六', '百分之九十一', '百分之九十五', '百分之九十七点三', '百分之九十九'],
  rise: ['百分之五点二', '百分之六点八', '百分之八点一', '百分之十一点四', '百分之十五', '百分之二十三点六'],
  term: ['一个月内', '两个月内', '年底前', '明年上半年', '三年内', '汛期到来之前', '新学期开学前'],
  many: ['八百六十', '一千二百余', '三千余', '五千六百余', '八千余', '一万二千余'],
  count: ['十二', '十八', '二十四', '三十六', '四十七', '五十三', '六十八', '九十六', '一百二十', '二百一十四'],
  level: ['县委、县政府', '县委常委会', '县政府常务会议', '县政协主席会议', '全县工作会议'],
  season: ['春季', '夏季', '秋季', '冬季', '汛期', '农忙时节', '元旦春节期间'],
} as const

/** What an article is about, and whose business it is. */
export const works = [
  { work: '农村人居环境整治', dept: '县农业农村局' },
  { work: '老旧小区改造', dept: '县住房和城乡建设局' },
  { work: '优化营商环境', dept: '县行政审批局' },
  { work: '安全生产专项整治', dept: '县应急管理局' },
  { work: '秸秆综合利用', dept: '县农业农村局' },
  { work: '城乡供水一体化', dept: '县水利局' },
  { work: '义务教育优质均衡发展', dept: '县教育局' },
  { work: '紧密型医疗共同体建设', dept: '县卫生健康局' },
  { work: '高标准农田建设', dept: '县农业农村局' },
  { work: '农村公路养护', dept: '县交通运输局' },
  { work: '清洁取暖', dept: '县发展和改革局' },
  { work: '河湖长制', dept: '县水利局' },
  { work: '食品安全监管', dept: '县市场监督管理局' },
  { work: '稳岗就业', dept: '县人力资源和社会保障局' },
  { work: '养老服务体系建设', dept: '县民政局' },
  { work: '乡村旅游提升', dept: '县文化广电和旅游局' },
  { work: '防汛抗旱', dept: '县水利局' },
  { work: '森林草原防火', dept: '县应急管理局' },
  { work: '政务服务标准化', dept: '县行政审批局' },
  { work: '社会信用体系建设', dept: '县发展和改革局' },
  { work: '特色产业集群培育', dept: '县工业和信息化局' },
  { work: '农产品质量安全监管', dept: '县农业农村局' },
  { work: '校园安全管理', dept: '县教育局' },
  { work: '公共文化服务', dept: '县文化广电和旅游局' },
  { work: '残疾人就业帮扶', dept: '县残疾人联合会' },
  { work: '电子商务进农村', dept: '县商务局' },
  { work: '知识产权保护', dept: '县市场监督管理局' },
  { work: '生活垃圾分类', dept: '县住房和城乡建设局' },
  { work: '大气污染防治', dept: '县生态环境分局' },
  { work: '退役军人服务保障', dept: '县退役军人事务局' },
  { work: '法律援助', dept: '县司法局' },
  { work: '医保便民服务', dept: '县医疗保障局' },
] as const

/** `openings` stand in turn to `titles`: the first title takes the first opening, and so on around. */
export interface Kind {
  readonly column: string
  readonly folder: string
  readonly titles: readonly string[]
  readonly openings: readonly string[]
  readonly closings: readonly string[]
}

export const kinds: readonly Kind[] = [
  {
    column: '政务要闻',
    folder: 'zwyw',
    titles: ['全县{season}{work}工作推进会召开', '县领导到{place}调研{work}工作', '{level}研究部署{year}年{work}工作'],
    openings: [
      '{date}，全县{work}工作推进会召开，传达学习上级有关会议精神，总结前一阶段工作，安排下一步任务。{dept}、{place}等单位作了发言。',
      '{date}，县领导到{place}调研{work}工作，先后察看{count}个点位，与{who}面对面交流，详细了解工作进展、存在困难和意见建议。',
    ],
    closings: [
      '会议强调，各级各部门要提高认识、压实责任，把{work}各项任务抓实抓细，确保取得群众看得见、摸得着的成效。',
    ],
  },
  {
    column: '通知公告',
    folder: 'tzgg',
    titles: [
      '关于做好{year}年{season}{work}工作的通知',
      '关于公开征求{place}{work}实施方案意见的公告',
      '{dept}关于开展{year}年{season}{work}检查的通告',
    ],
    openings: [
      '各乡镇人民政府、街道办事处，县直有关单位：\n为切实做好{season}{work}工作，根据上级有关要求，结合我县实际，现将有关事项通知如下。',
      '为进一步规范{work}工作，{dept}起草了实施方案，现向社会公开征求意见。有关单位和个人可于公告之日起三十日内提出书面意见。',
    ],
    closings: ['本通知自印发之日起执行。执行中遇到的问题，请及时向{dept}反映。'],
  },
  {
    column: '政策文件',
    folder: 'zcwj',
    titles: ['{place}{year}年{work}实施方案', '{place}关于进一步加强{work}的若干措施', '{place}{work}三年行动计划'],
    openings: [
      '为贯彻落实上级决策部署，扎实推进{work}，结合实际，提出以下安排。坚持以人民为中心，坚持问题导向和目标导向相统一，统筹发展和安全，{term}基本建立权责清晰、运行高效、保障有力的工作体系。',
      '为加强{work}，提升公共服务水平，经{level}研究同意，提出以下措施，请结合实际认真贯彻执行。',
    ],
    closings: ['各乡镇、街道和有关部门要于每季度末将落实情况报{dept}，由其汇总后报县政府。本文件有效期五年。'],
  },
  {
    column: '政策解读',
    folder: 'zcjd',
    titles: [
      '一图读懂{year}年{work}新政策',
      '《{place}{work}实施方案》政策解读',
      '{year}年{work}有哪些新变化？{dept}解答',
    ],
    openings: [
      '近日，县政府办公室印发《青石县{work}实施方案》。为便于社会各界理解，现就有关内容解读如下。\n近年来，我县{work}取得积极进展，但对照群众期盼仍有差距，有必要出台更有针对性的措施。',
    ],
    closings: ['如需了解更多内容，可拨打{dept}咨询热线，或到县政务服务中心综合窗口咨询。'],
  },
  {
    column: '部门动态',
    folder: 'bmdt',
    titles: [
      '{dept}多措并举推进{place}{work}',
      '{dept}组织开展{year}年{season}{work}培训',
      '{dept}扎实做好{season}{work}',
    ],
    openings: [
      '今年以来，{dept}坚持把{work}摆在突出位置，聚焦重点、破解难点，推动各项工作取得新进展。',
      '{date}，{dept}举办{work}业务培训班，各乡镇、街道分管负责同志和业务骨干共{count}人参加。',
    ],
    closings: ['下一步，{dept}将继续完善工作机制，强化督导检查，推动{work}再上新台阶。'],
  },
  {
    column: '乡镇动态',
    folder: 'xzdt',
    titles: [
      '{place}：{season}{work}见实效',
      '{place}召开{season}{work}现场观摩会',
      '{place}把{work}办到{group}心坎上',
    ],
    openings: [
      '走进{place}，处处是忙碌的景象。今年以来，{place}把{work}作为为民办实事的重要内容，干部带头、群众参与，面貌焕然一新。',
      '{date}，{place}召开{work}现场观摩会，组织各村（社区）负责人实地观摩{count}个示范点，晒成绩、找差距、促提升。',
    ],
    closings: ['{place}负责人表示，将把好的做法固定下来、坚持下去，让群众的获得感更足、幸福感更可持续。'],
  },
  {
    column: '民生工程',
    folder: 'msgc',
    titles: ['{place}{year}年{work}项目进展顺利', '{count}个{work}项目惠及{group}', '民生实事进行时：{place}{work}'],
    openings: [
      '{work}是今年县政府确定的民生实事之一。记者从{dept}获悉，截至目前项目总体进度达到{share}，完成投资{fund}。',
    ],
    closings: ['民生无小事，枝叶总关情。有关部门表示，将倒排工期、严把质量，确保项目{term}建成投用。'],
  },
  {
    column: '提案办理',
    folder: 'tabl',
    titles: [
      '关于加强{place}{work}提案的答复',
      '对县政协{year}年{work}提案的答复',
      '关于支持{group}参与{work}提案的答复',
    ],
    openings: [
      '委员：\n您提出的关于加强{work}的提案收悉，现答复如下。\n您的提案分析深入、建议具体，对改进我县{work}具有重要参考价值。接到提案后，{dept}高度重视，成立专班，会同有关单位认真研究办理。',
    ],
    closings: ['感谢您对我县{work}工作的关心和支持，欢迎继续提出宝贵意见。'],
  },
  {
    column: '统计信息',
    folder: 'tjxx',
    titles: ['{year}年青石县{work}情况分析', '{year}年{place}{work}统计公报'],
    openings: ['{year}年，在{level}的领导下，全县上下真抓实干，{work}稳步推进，主要指标好于预期，增长{rise}。'],
    closings: ['注：本文数据为初步统计数，部分数据因四舍五入存在与分项合计不等的情况。'],
  },
  {
    column: '学习交流',
    folder: 'xxjl',
    titles: ['浅谈做好新形势下的{work}', '推进{place}{work}的几点思考', '{place}{who}谈{work}'],
    openings: [
      '{work}事关群众切身利益。结合在{place}的工作实践和近期调研，谈几点粗浅认识，与同志们交流。',
      '近期，围绕{work}，我们走访了{place}等{count}个村（社区），与{who}座谈，深受启发。',
    ],
    closings: ['实践告诉我们，只有走进群众、依靠群众，{work}才有旺盛的生命力。'],
  },
]

/** A part of the body; `counted`: its sentences begin 一是, 二是 … */
export interface Theme {
  readonly heading: string
  readonly counted?: true
  readonly sentences: readonly string[]
}

/** The body: themes with the sentences that fit under them. */
export const themes: readonly Theme[] = [
  {
    heading: '加强组织领导，压实工作责任',
    sentences: [
      '成立由分管负责同志任组长的领导小组，下设{count}个工作专班，实行周调度、月通报、季考核。',
      '把{work}列入年度重点任务，明确牵头单位、责任人和完成时限，形成一级抓一级、层层抓落实的格局。',
      '{dept}与{place}建立联席会商机制，先后召开会议{count}次，协调解决突出问题。',
      '坚持党建引领，组织党员干部下沉一线，设立党员责任岗和志愿服务队{count}个。',
      '制定任务清单、责任清单和问题清单，逐项挂号、逐项销号，做到事事有人管、件件有着落。',
      '领导小组办公室设在{dept}，负责统筹协调、督促检查和信息报送。',
      '对工作推进不力的单位进行约谈提醒，对成效明显的单位予以通报表扬。',
    ],
  },
  {
    heading: '突出重点任务，狠抓工作落实',
    sentences: [
      '投入资金{fund}，实施重点项目{count}个，目前已完工的占{share}。',
      '组织开展拉网式排查，共发现问题{count}个，已全部建立台账，整改完成率达到{share}。',
      '在{place}开展试点，探索形成可复制、可推广的经验做法{count}条。',
      '推行网格化管理，把工作力量下沉到村、到户、到人，打通服务{group}的最后一米。',
      '规范工作流程，压减办理环节，办理时间平均缩短{rise}。',
      '针对{group}的实际需求，开设绿色通道，提供上门服务、预约服务和延时服务。',
      '加强与高等院校、科研院所合作，引进专业技术人员{count}名，为{work}提供智力支持。',
      '坚持因地制宜、分类施策，不搞一刀切，不增加基层负担。',
      '抓住{season}有利时机，集中力量、集中时间开展攻坚行动。',
    ],
  },
  {
    heading: '注重宣传引导，营造良好氛围',
    sentences: [
      '通过广播、宣传栏、微信群等多种方式，广泛宣传{work}的有关政策和典型做法。',
      '发放明白纸、倡议书{many}份，开展集中宣讲{count}场，群众知晓率达到{share}。',
      '组织{who}现场观摩，以身边人讲身边事，用身边事教育身边人。',
      '开设曝光台和红黑榜，定期公布进展情况，主动接受社会监督。',
      '编排快板、情景剧等群众喜闻乐见的节目，到{place}巡回演出{count}场。',
      '在校园、企业和社区开展主题活动，引导{group}积极参与。',
    ],
  },
  {
    heading: '主要成效',
    sentences: [
      '截至目前，全县累计受益群众{count}万人次，同比增长{rise}。',
      '群众满意度调查显示，对{work}表示满意和比较满意的占{share}。',
      '{place}被评为先进单位，其经验做法在全县推广。',
      '昔日的堵点变成了今天的亮点，{group}普遍反映办事更方便、生活更舒心。',
      '相关投诉举报量下降{rise}，安全事故实现零发生。',
      '带动{group}就业{many}人，人均年增收三千余元。',
      '基础设施进一步完善，新建、改建各类设施{count}处，新增管护人员{count}名。',
    ],
  },
  {
    heading: '存在的困难和问题',
    sentences: [
      '一些地方对{work}的重要性认识不足，存在等靠要思想。',
      '资金投入与实际需求相比仍有缺口，社会力量参与渠道不够畅通。',
      '专业人才短缺，基层工作人员身兼数职，业务能力有待提高。',
      '部门之间信息共享不充分，存在重复填报、多头管理的现象。',
      '管护机制不够健全，重建设、轻管理的问题在{place}等地不同程度存在。',
      '宣传形式较为单一，{group}对政策的知晓度和参与度还不高。',
    ],
  },
  {
    heading: '下一步工作安排',
    counted: true,
    sentences: [
      '完善制度，{term}出台配套办法{count}项，推动{work}规范化、制度化、长效化。',
      '加大投入，建立财政资金、社会资本和群众自筹相结合的多元投入机制。',
      '强化培训，分期分批对{count}名业务骨干进行轮训，提升实际操作能力。',
      '加强督查，采取明察暗访、随机抽查、第三方评估等方式，确保各项措施落地见效。',
      '推进信息化建设，{term}实现数据互联互通，让数据多跑路、群众少跑腿。',
      '总结推广先进经验，培育示范点{count}个，以点带面推动整体提升。',
      '认真听取{who}的意见建议，不断改进工作方式方法。',
    ],
  },
]

/** A line for each place, in the longest articles. */
export const places = {
  heading: '各乡镇（街道）进展情况',
  line: '完成投资{fund}，实施项目{count}个，受益群众{many}人，总体进度达到{share}，群众满意度为{share}。',
} as const

export const sources = ['县政府办公室', '县政协办公室', '县融媒体中心', '青石日报', ''] as const
