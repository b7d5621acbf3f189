import type { Screen } from '../screen.ts'

const design = () => import('./DesignScreen.tsx')

export const screens: readonly Screen[] = [
  {
    path: 'interact/problemExamine',
    title: '问卷调查',
    needs: 'survey_list',
    waits: 'survey',
    load: () => import('./SurveyListScreen.tsx'),
  },
  {
    path: 'interact/problemExamine/bin',
    title: '回收站',
    needs: 'survey_dels',
    under: 'interact/problemExamine',
    load: () => import('./SurveyBinScreen.tsx'),
  },
  {
    path: 'interact/problemExamine/:id',
    title: '问卷和统计',
    needs: 'survey_list',
    under: 'interact/problemExamine',
    shows: 'survey',
    load: () => import('./SurveyScreen.tsx'),
  },
  {
    path: 'interact/addProblem',
    title: '新增问卷',
    needs: 'survey_edit',
    under: 'interact/problemExamine',
    load: design,
  },
  {
    path: 'interact/addProblem/:id',
    title: '设计问卷',
    needs: 'survey_edit',
    under: 'interact/problemExamine',
    load: design,
  },
  {
    path: 'interact/questAnswerList',
    title: '答卷',
    needs: 'survey_recordList',
    under: 'interact/problemExamine',
    load: () => import('./RecordsScreen.tsx'),
  },
  {
    path: 'interact/keywordList',
    title: '关键词',
    needs: 'survey_recordList',
    under: 'interact/problemExamine',
    load: () => import('./KeywordsScreen.tsx'),
  },
]
