import type { CoverName } from './covers.ts'

/** Covers of demo articles, and where they stand on the front page (`essayTypes`). */
export interface FrontPlace {
  readonly cover?: CoverName
  readonly essayList?: string
}

const picture = '1'
const recommended = '2'
const slide = '3'
const headline = '4'

/** By title. */
export const frontPlaces: Readonly<Record<string, FrontPlace>> = {
  县政协召开月度协商座谈会聚焦冬季供暖: { essayList: headline },
  县政协领导到柳溪镇走访联系委员: { cover: 'bridge', essayList: slide },
  青石县政协与邻县政协联合开展河湖保护协商: { cover: 'river', essayList: slide },
  关于推动乡村旅游提质增效的调研报告: { cover: 'terraces', essayList: slide },
  县政协十一届五次会议闭幕: { cover: 'hall', essayList: slide },
  县政协召开提案办理协商会: { cover: 'table', essayList: picture },
  柳溪竹编技艺的传承与变迁: { cover: 'town', essayList: picture },
  青石古驿道考: { cover: 'autumn', essayList: picture },
  '“书香政协”读书活动专题': { cover: 'study', essayList: picture },
  怎样写好一件提案: { essayList: recommended },
  委员建议加强城区背街小巷照明: { essayList: recommended },
  把论文写在田野上的农技委员: { essayList: recommended },
  我所经历的青石水库建设: { essayList: recommended },
  关于方便老年人就医的几点建议: { essayList: recommended },
  调查研究的几个实用方法: { essayList: recommended },
}
