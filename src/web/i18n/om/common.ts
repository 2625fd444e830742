import type { Words } from '../words.js';

export const common: Words['common'] = {
  skip: 'Gara qabiyyeetti darbi',
  navigation: 'Fuulawwan',
  language: 'Afaan',
  status: 'Haala',
  guide: 'Qajeelfama',
  dashboard: 'Daashboordii',
  footer: 'Deresegn baankicha mataa isaa gaafata. Suuraan ragaa miti; ragaan deebii baankichaati.',
  more: 'Fuulawwan biroo',
  reference: 'Wabii API',
  home: 'Fuula jalqabaa',
  forged:
    'Unki kun yeroon isaa darbeera, yookaan marsariitii kana irraa hin dhufne. Fuula sana irra deebi’ii bani.',
  copy: 'Garagalchi',
  copied: 'Garagalfameera',
};
