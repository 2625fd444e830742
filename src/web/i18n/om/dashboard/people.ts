import type { Words } from '../../words.js';

export const people: Words['dashboard']['people'] = {
  title: 'Hojjettoota',
  lead: 'Namoota herrega kanaaf bootii kaashiraatiin kaffaltii mirkaneessan.',
  name: 'Maqaa',
  role: 'Gahee',
  roles: { owner: 'Abbaa suuqii', cashier: 'Kaashira' },
  joined: 'Yeroo seenan',
  empty: 'Namni herrega kanaan bootii kaashiraa fayyadamu ammaaf hin jiru',
  emptyMeans:
    'Suuqii banuuf Telegram irratti bootii kaashiraatti `/start` ergaa. Suuqichi herregaa fi daashboordii mataa isaa qaba.',
  manage:
    'Hojjettoonni bootii kaashiraa keessatti affeeramu, keessaas bahu: `/invite` yookaan `/staff` ergaa.',
};
