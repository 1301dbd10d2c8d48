import { detect, stopWordsOf } from "../../search/Languages.ts"
import { plainText } from "./Numbers.ts"
import { remembered } from "./Remembered.ts"
import { hanInEnglish, hasHan } from "./HanInEnglish.ts"

/*
 * Figures, dates and units of other languages as English writes them, so that one set of forms reads all: "drei Viertel
 * von 1,2 Mrd. Euro" is "three quarters of 1.2 billion euros". What is not a figure stays as it is.
 */

/** Pairs of a phrase and what English says, `phrase=phrase`, separated by commas. */
type Phrases = string

const months = "January February March April May June July August September October November December".split(" ")
const weekdays = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ")
const cardinals = (
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen " +
  "nineteen"
).split(" ")
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ")
const ordinals = "first second third fourth".split(" ")

interface Language {
  readonly months: string
  readonly weekdays: string
  /** From two to nineteen. */
  readonly cardinals: string
  /** From twenty, and how a ten and a unit are joined. */
  readonly tens: string
  readonly joined: (ten: string, unit: string) => string
  /** The forms of the first to the fourth, those of one separated by slashes. */
  readonly ordinals: string
  /** Names of the quarter and the half of a year. */
  readonly quarter: string
  readonly half: string
  readonly others: Phrases
}

const languages: Readonly<Record<string, Language>> = {
  de: {
    months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    weekdays: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    cardinals:
      "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    tens: "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    joined: (ten, unit) => `${unit}und${ten}`,
    ordinals: "erste/ersten/erster/erstes zweite/zweiten/zweiter/zweites dritte/dritten/drittes vierte/vierten/viertes",
    quarter: "Quartal/Vierteljahr",
    half: "Halbjahr/Jahreshälfte",
    others:
      "Tausend=thousand,Tsd.=thousand,Tsd=thousand,Million=million,Millionen=million,Mio.=million,Mio=million," +
      "Milliarde=billion,Milliarden=billion,Mrd.=billion,Mrd=billion,Billion=trillion,Billionen=trillion," +
      "ein=one,eine=one,einen=one,einem=one,einer=one,hundert=hundred,ein Dutzend=a dozen,Dutzend=dozen," +
      "jeder dritte=one third of,jede dritte=one third of,jedes dritte=one third of,jeder vierte=one quarter of," +
      "jede vierte=one quarter of,jedes vierte=one quarter of,jeder fünfte=one fifth of,jede fünfte=one fifth of," +
      "jedes fünfte=one fifth of,jeder zehnte=one tenth of,jede zehnte=one tenth of,jedes zehnte=one tenth of," +
      "Hälfte=half,halb=half,halbe=half,halben=half,halbes=half,Drittel=third,Viertel=quarter of,Fünftel=fifth," +
      "Sechstel=sixth,Achtel=eighth,Zehntel=tenth,Prozent=percent,Prozentpunkte=percentage points," +
      "Prozentpunkten=percentage points,Prozentpunkt=percentage point,Tonne=tonnes,Tonnen=tonnes,Dollar=dollars," +
      "Pfund=pounds,Franken=francs,Jahr=year,Jahre=years,Jahren=years,Jahrzehnt=decade,Jahrzehnte=decades," +
      "Monat=month,Monate=months,Monaten=months,Woche=week,Wochen=weeks,Tag=day,Tage=days,Tagen=days," +
      "Stunde=hour,Stunden=hours,Minuten=minutes,Hektar=hectares,Liter=litres,Kilometer=kilometres," +
      "Megawatt=megawatts,Gigawatt=gigawatts,Kilowattstunde=kilowatt-hour,Kilowattstunden=kilowatt-hours," +
      "Megawattstunde=megawatt-hour,Megawattstunden=megawatt-hours,Grad=degrees,Vorjahr=last year," +
      "dieses Jahr=this year,diesem Jahr=this year,letztes Jahr=last year,letzten Jahr=last year,vergangenes Jahr=last year,vergangenen Jahr=last year," +
      "vorigen Jahr=last year,nächstes Jahr=next year,nächsten Jahr=next year,kommendes Jahr=next year," +
      "kommenden Jahr=next year,Vormonat=last month,vergangenen Monat=last month,nächsten Monat=next month," +
      "kommenden Monat=next month,Vorjahreszeitraum=a year earlier,Jahr zuvor=a year earlier,Jahr davor=the year before," +
      "mindestens=at least,wenigstens=at least,höchstens=at most,maximal=at most," +
      "um=by,in=in,im=in,am=on,auf=to,nach=after,von=from,zwischen=between,und=and,während=while,aber=but,gegenüber=against,gegen=against,statt=instead of,mit=with,davon=of which,darunter=of which,die übrigen=the rest,die anderen=the others,beide=both,beiden=both," +
      "zusammen=together,insgesamt=in total,mehr=more,weniger=less,niedriger=lower,höher=higher,je=each,pro=per," +
      "Frühjahr=spring,Frühling=spring,Sommer=summer,Herbst=autumn,Winter=winter,Anfang=early,Ende=end of,Mitte=mid,seit=since,bis=until,ab=from," +
      "gestiegen=risen,stieg=rose,stiegen=rose,sank=fell,sanken=fell,gesunken=fallen,fiel=fell,fielen=fell," +
      "steigt=rises,steigen=rise,wuchs=grew,wuchsen=grew,gewachsen=grown,erhöht=raised,erhöhte=raised,erhöhten=raised,Anstieg=increase,Zuwachs=growth,Wachstum=growth,zugelegt=gained," +
      "sinkt=falls,sinken=fall,schrumpfte=shrank,schrumpften=shrank,geschrumpft=shrunk,gefallen=fallen,verringert=reduced,verringerte=reduced,reduziert=reduced,reduzierte=reduced,senkt=lowers,senkte=lowered,gesenkt=lowered,kürzte=cut,gekürzt=cut,zurückgegangen=fallen,halb so=half as," +
      "teurer=dearer,billiger=cheaper,günstiger=cheaper,höheren=higher,höhere=higher,niedrigeren=lower,niedrigere=lower,geringer=lower,größer=larger,kleiner=smaller,länger=longer,kürzer=shorter,Abschlag=discount,Aufschlag=premium," +
      "fünfte=fifth,fünften=fifth,fünfter=fifth,fünftes=fifth,sechste=sixth,sechsten=sixth,sechster=sixth,siebte=seventh,siebten=seventh,siebter=seventh,achte=eighth,achter=eighth,achtes=eighth,neunte=ninth,neunten=ninth,neunter=ninth,zehnte=tenth,zehnten=tenth,zehnter=tenth,elfte=eleventh,elften=eleventh,zwölfte=twelfth,zwölften=twelfth," +
      "Plus=up,Minus=down,Rückgang=decline,gestern=yesterday,heute=today,morgen=tomorrow,wird=will,werden=will,soll=will," +
      "sollen=will,vor=before,Sonnabend=Saturday"
  },
  fr: {
    months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
    cardinals:
      "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
    tens: "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
    joined: (ten, unit) => `${ten}-${unit}`,
    ordinals: "premier/première/1er deuxième/second/2e troisième/3e quatrième/4e",
    quarter: "trimestre",
    half: "semestre",
    others:
      "1er=1,mille=thousand,million=million,millions=million,M=million,M€=million euros,Md€=billion euros,Mds€=billion euros,milliard=billion,milliards=billion,Md=billion," +
      "Mds=billion,un=one,une=one,cent=hundred,cents=hundred,une douzaine=a dozen,douzaine=dozen,moitié=half,demi=half," +
      "demie=half,tiers=third,quart=quarter of,quarts=quarters of,cinquième=fifth,cinquièmes=fifths,sixième=sixth," +
      "huitième=eighth,dixième=tenth,dixièmes=tenths,pour cent=percent,points de pourcentage=percentage points," +
      "point de pourcentage=percentage point,tonne=tonnes,livres=pounds,an=year,ans=years,année=year," +
      "années=years,décennie=decade,mois=months,semaine=week,semaines=weeks,jour=day,jours=days,heure=hour," +
      "heures=hours,hectares=hectares,litres=litres,kilomètres=kilometres,mégawatts=megawatts," +
      "kilowattheures=kilowatt-hours,mégawattheure=megawatt-hour,mégawattheures=megawatt-hours,degrés=degrees," +
      "an dernier=last year,cette année=this year,du total=of the total,année dernière=last year,année précédente=last year,an passé=last year," +
      "au moins=at least,au minimum=at least,au plus=at most,au maximum=at most," +
      "en=in,à=to,au=to,et=and,tandis que=while,alors que=while,mais=but,contre=against,après=after,entre=between,au lieu du=instead of,avec=with,un an plus tôt=a year earlier,an plus tôt=a year earlier,dont=of which,les autres=the others,ensemble=together,au total=in total," +
      "de moins=less,de plus=more,moins de=less than,plus de=more than,chacun=each,chacune=each,restants=remaining,par=per," +
      "printemps=spring,été 20=summer 20,automne=autumn,hiver=winter,début=early,fin=end of,mi-=mid ,depuis=since,jusqu'à=until,à partir du=from,à partir de=from," +
      "augmente=rises,augmentent=rise,croissance=growth,grimpé=climbed,bondi=jumped,chuté=dropped,chute=drop,diminué=decreased,diminution=decrease,réduit=reduced,plus cher=dearer,plus chère=dearer,plus chers=dearer,plus chères=dearer,moins cher=cheaper,moins chère=cheaper,moins chers=cheaper,moins chères=cheaper," +
      "plus élevé=higher,plus élevée=higher,plus élevés=higher,plus élevées=higher,plus bas=lower,plus basse=lower,supérieur=higher,supérieure=higher,inférieur=lower,inférieure=lower,prime=premium,décote=discount,en moins=less,en plus=more," +
      "septième=seventh,neuvième=ninth,onzième=eleventh,douzième=twelfth,vingtième=twentieth," +
      "recul=decline,reculé=fallen,baisse=decline,baissé=fallen,hausse=increase,augmenté=risen,progressé=risen,tombé=fallen," +
      "an prochain=next year,année prochaine=next year,mois dernier=last month,mois prochain=next month,hier=yesterday," +
      "aujourd'hui=today,demain=tomorrow"
  },
  es: {
    months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    weekdays: "lunes martes miércoles jueves viernes sábado domingo",
    cardinals:
      "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
    tens: "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    joined: (ten, unit) => (ten === "veinte" ? `veinti${unit}` : `${ten} y ${unit}`),
    ordinals: "primer/primero/primera segundo/segunda tercer/tercero/tercera cuarto/cuarta",
    quarter: "trimestre",
    half: "semestre",
    others:
      "1o=1,mil=thousand,millón=million,millones=million,mil millones=billion,millardo=billion,billón=trillion," +
      "billones=trillion,un=one,una=one,cien=one hundred,una docena=a dozen,docena=dozen,mitad=half,medio=half," +
      "media=half,tercio=third,tercios=thirds,tercera parte=one third,un cuarto=one quarter of,cuarta parte=one quarter of," +
      "tres cuartos=three quarters of,quinto=fifth,quinta parte=one fifth,décima parte=one tenth,por ciento=percent," +
      "puntos porcentuales=percentage points,punto porcentual=percentage point,tonelada=tonnes,toneladas=tonnes," +
      "dólar=dollars,dólares=dollars,libras=pounds,año=year,años=years,década=decade,mes=month,meses=months," +
      "semana=week,semanas=weeks,día=day,días=days,hora=hour,horas=hours,hectáreas=hectares,litros=litres," +
      "kilómetros=kilometres,megavatios=megawatts,gigavatios=gigawatts,kilovatios hora=kilowatt-hours," +
      "megavatio hora=megawatt-hour,megavatios hora=megawatt-hours,grados=degrees,este año=this year,del total=of the total,año pasado=last year," +
      "al menos=at least,por lo menos=at least,como mínimo=at least,como máximo=at most," +
      "en=in,a=to,al=to,y=and,mientras que=while,mientras=while,pero=but,frente a=against,frente al=against,tras=after,entre=between,en lugar de=instead of,con=with,año antes=a year earlier,de ellos=of which,de ellas=of which,restante=remaining,restantes=remaining,los demás=the others," +
      "juntos=together,juntas=together,en total=in total,más=more,menos=less,cada uno=each,cada una=each,por=per," +
      "primavera=spring,verano=summer,otoño=autumn,invierno=winter,principios de=early,finales de=end of,mediados de=mid,desde=since,hasta=until," +
      "aumento=increase,aumentaron=rose,crecieron=grew,crecimiento=growth,caída=drop,descenso=decline,redujo=reduced,redujeron=reduced,más caro=dearer,más cara=dearer,más caros=dearer,más caras=dearer,más barato=cheaper,más barata=cheaper,más baratos=cheaper,más baratas=cheaper," +
      "más alto=higher,más alta=higher,más altos=higher,más altas=higher,más bajo=lower,más baja=lower,superior=higher,inferior=lower,prima=premium,descuento=discount," +
      "quinta=fifth,sexto=sixth,sexta=sixth,séptimo=seventh,séptima=seventh,octavo=eighth,octava=eighth,noveno=ninth,novena=ninth,décimo=tenth,décima=tenth," +
      "a partir de=from,bajó=fell,bajaron=fell,cayó=fell,cayeron=fell,subió=rose,subieron=rose,creció=rose,aumentó=rose," +
      "año anterior=last year,año próximo=next year,próximo año=next year,año que viene=next year,mes pasado=last month," +
      "próximo mes=next month,ayer=yesterday,hoy=today,mañana=tomorrow,setiembre=September"
  },
  pt: {
    months: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    weekdays: "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    cardinals:
      "dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove",
    tens: "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    joined: (ten, unit) => `${ten} e ${unit}`,
    ordinals: "primeiro/primeira segundo/segunda terceiro/terceira quarto/quarta",
    quarter: "trimestre",
    half: "semestre",
    others:
      "1o=1,mil=thousand,milhão=million,milhões=million,mil milhões=billion,bilhão=billion,bilhões=billion,bilião=trillion," +
      "biliões=trillion,trilhão=trillion,trilhões=trillion,um=one,uma=one,duas=two,cem=one hundred,catorze=fourteen," +
      "dezasseis=sixteen,dezassete=seventeen,dezanove=nineteen,uma dúzia=a dozen,dúzia=dozen,metade=half,meio=half," +
      "meia=half,terço=third,terços=thirds,um quarto=one quarter of,três quartos=three quarters of,quinto=fifth," +
      "décimo=tenth,por cento=percent,pontos percentuais=percentage points,ponto percentual=percentage point," +
      "tonelada=tonnes,toneladas=tonnes,dólar=dollars,dólares=dollars,libras=pounds,ano=year,anos=years,década=decade," +
      "mês=month,meses=months,semana=week,semanas=weeks,dia=day,dias=days,hora=hour,horas=hours,hectares=hectares," +
      "litros=litres,quilômetros=kilometres,quilómetros=kilometres,megawatts=megawatts,graus=degrees," +
      "ano passado=last year,ano anterior=last year,próximo ano=next year,ano que vem=next year,mês passado=last month," +
      "próximo mês=next month,em=in,no=in,na=in,nos=in,nas=in,para=to,e=and,mas=but,contra=against,após=after,desde=since,até=until,a partir de=from,por=per,mais=more,menos=less,quinta=fifth,sexto=sixth,sexta=sixth,sétimo=seventh,sétima=seventh,oitavo=eighth,oitava=eighth,nono=ninth,nona=ninth,décima=tenth,caiu=fell,caíram=fell,subiu=rose,subiram=rose,cresceu=grew,cresceram=grew,aumentou=rose,aumentaram=rose,aumento=increase,queda=drop,diminuiu=decreased,reduziu=reduced," +
      "mais caro=dearer,mais cara=dearer,mais caros=dearer,mais caras=dearer,mais barato=cheaper,mais barata=cheaper,mais alto=higher,mais alta=higher,mais baixo=lower,mais baixa=lower,superior=higher,inferior=lower,prémio=premium,desconto=discount,juntos=together,no total=in total,restantes=remaining,ontem=yesterday,hoje=today,amanhã=tomorrow"
  },
  it: {
    months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    weekdays: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    cardinals:
      "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    tens: "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    joined: (ten, unit) => (unit === "otto" ? ten.slice(0, -1) : ten) + unit,
    ordinals: "primo/prima secondo/seconda terzo/terza quarto/quarta",
    quarter: "trimestre",
    half: "semestre",
    others:
      "1o=1,1°=1,mila=thousand,mille=one thousand,milione=million,milioni=million,mln=million,miliardo=billion,miliardi=billion," +
      "mld=billion,un=one,una=one,cento=one hundred,una dozzina=a dozen,dozzina=dozen,metà=half,mezzo=half,mezza=half," +
      "un terzo=one third,terzi=thirds,un quarto=one quarter of,tre quarti=three quarters of,un quinto=one fifth," +
      "quinti=fifths,un decimo=one tenth,decimi=tenths,per cento=percent,punti percentuali=percentage points," +
      "punto percentuale=percentage point,tonnellata=tonnes,tonnellate=tonnes,dollaro=dollars,dollari=dollars," +
      "sterline=pounds,anno=year,anni=years,decennio=decade,mese=month,mesi=months,settimana=week,settimane=weeks," +
      "giorno=day,giorni=days,ora=hour,ore=hours,ettari=hectares,litri=litres,chilometri=kilometres," +
      "megawattora=megawatt-hours,gradi=degrees,anno scorso=last year,anno precedente=last year,anno prossimo=next year," +
      "prossimo anno=next year,mese scorso=last month,mese prossimo=next month,in=in,nel=in,nella=in,nei=in,a=to,e=and,ma=but,mentre=while,contro=against,dopo=after,da=from,dal=from,dai=from,fino a=until,fino al=until,a partire da=from,più=more,meno=less,quinto=fifth,quinta=fifth,sesto=sixth,sesta=sixth,settimo=seventh,settima=seventh,ottavo=eighth,ottava=eighth,nono=ninth,nona=ninth,decimo=tenth,decima=tenth,sceso=fallen,scesi=fallen,scesa=fallen,scese=fallen,salito=risen,saliti=risen,salita=risen,salite=risen,aumentato=risen,aumentati=risen,cresciuto=grown,cresciuta=grown,cresciuti=grown,crescita=growth,calato=fallen,calati=fallen,diminuito=decreased,diminuiti=decreased,aumento=increase,calo=decline," +
      "più caro=dearer,più cara=dearer,più cari=dearer,meno caro=cheaper,meno cara=cheaper,più alto=higher,più alta=higher,più alti=higher,più basso=lower,più bassa=lower,superiore=higher,inferiore=lower,in più=more,in meno=less,sconto=discount,premio=premium,insieme=together,in totale=in total,restanti=remaining,ieri=yesterday,oggi=today,domani=tomorrow"
  }
}

const pairs = (theirs: ReadonlyArray<string>, ours: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  theirs.map((word, index) => [word, ours[index]!])

const phrasesOf = (language: Language): ReadonlyMap<string, string> => {
  const own = language.cardinals.split(" ")
  const compounds = language.tens
    .split(" ")
    .flatMap((ten, index) =>
      own.slice(0, 8).map((unit, many) => [language.joined(ten, unit), `${tens[index]}-${cardinals[many]}`] as const)
    )
  // The fourth quarter is not a quarter of anything.
  const periods = language.ordinals
    .split(" ")
    .flatMap((forms, index) =>
      forms
        .split("/")
        .flatMap((form) => [
          [form, ordinals[index]!] as const,
          ...language.quarter.split("/").map((name) => [`${form} ${name}`, `${ordinals[index]} quarter`] as const),
          ...language.half.split("/").map((name) => [`${form} ${name}`, `${ordinals[index]} half`] as const)
        ])
    )
  return new Map(
    [
      ...compounds,
      ...periods,
      ...pairs(own, cardinals),
      ...pairs(language.tens.split(" "), tens),
      ...pairs(language.months.split(" "), months),
      ...pairs(language.weekdays.split(" "), weekdays),
      ...language.others.split(",").map((pair) => pair.split("=") as [string, string])
    ].map(([theirs, ours]) => [theirs.normalize("NFKC").toLowerCase(), ours])
  )
}

/** Verbs that carry no meaning of their own, and are no articles either. */
const auxiliaries: Readonly<Record<string, string>> = {
  de: "hat haben hatte hatten ist sind war waren wurde wurden",
  fr: "ont est sont était étaient avait avaient été",
  es: "ha han es son fue fueron era eran había tiene tienen",
  pt: "tem têm é são foi foram era eram",
  it: "ha hanno è sono era erano aveva avevano"
}

/** What stands between a number, its unit, a day, a month and a year: 1 de mayo de 2026, 5 millions d'euros. */
const linking = new Set(["de", "del", "di", "do", "da"])

/** What stands before the first word of a sentence. */
const opens = /(?:^|\n|[.!?]["“”»]?\s)$/u

const reader = (code: string, language: Language): ((text: string) => string) => {
  // Small words say nothing about what figures belong to; single letters stand for units, too.
  const small = stopWordsOf(code).filter((word) => word.length > 1 && !linking.has(word))
  const phrases = new Map([
    ...small.map((word) => [word.toLowerCase(), "the"] as const),
    ...auxiliaries[code]!.split(" ").map((word) => [word, "do"] as const),
    ...phrasesOf(language)
  ])
  // The longest first, since the first that fits is taken.
  const alternatives = [...phrases.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((phrase) => phrase.replaceAll(".", String.raw`\.`))
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${alternatives.join("|")})(?![\\p{L}\\p{M}\\p{N}])`, "giu")
  return (text) =>
    text.replace(pattern, (phrase, at: number) => {
      const said = phrases.get(phrase.toLowerCase())!
      // Where a sentence begins there stays a capital.
      const isFirst = /^\p{Lu}/u.test(phrase) && (said === "the" || opens.test(text.slice(Math.max(0, at - 4), at)))
      return isFirst ? said.charAt(0).toUpperCase() + said.slice(1) : said
    })
}

const readers = new Map(Object.entries(languages).map(([code, language]) => [code, reader(code, language)]))

/** From so much to so much; elsewhere the word only links: 5 millones de euros. */
const from = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])de (?=(?:\\d[\\d.,]*|${[...cardinals, ...tens].join("|")})(?: (?:%|\\p{L}+)){0,3} to (?:\\d|${[...cardinals, ...tens].join("|")}))`,
  "giu"
)

/** A day stands before its month: Ende September 17 der 212 Filialen has none. */
const behindMonth = new RegExp(`(?<=(?<![\\p{L}\\p{N}])(?:${months.join("|")}) )(?=\\d{1,2}(?![\\d.]))`, "gu")

const links = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:(?:${[...linking].join("|")}) |d['’])`, "giu")

/** 1.234,5 and 1 234,5, with the decimal comma. */
const decimals = /(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:[. ]\d{3})+|\d+),\d+(?![\p{L}\p{N}]|[.,]\d)/gu
/** 1 234. */
const groups = /(?<![\p{L}\p{N}.,]|\d )\d{1,3}(?: \d{3})+(?![\p{L}\p{N}]|[.,]\d)/gu

/** 1.5 and 1,500 show that a text has decimal points, and 1,5 that it has decimal commas. */
const isPointed = /\d\.\d{1,2}(?![\d.])|\d,\d{3}(?!\d)/
const hasComma = /\d,\d{1,2}(?![\d,])/
/** 1.234 as thousands. Not in percentages; and before millions, as in Mexico, it may be one and a quarter. */
const dotted = /(?<![\p{L}\p{N}.,])\d{1,3}(?:\.\d{3})+(?![\p{L}\p{N}]|[.,]\d|\s?(?:%|pro[zc]ent|por cien))/giu

/** Places in an order: die 25. Filiale, la 40e boutique, la 40.ª tienda. Those up to the fourth are phrases. */
const ordinalForms: Readonly<Record<string, RegExp>> = {
  de: new RegExp(
    `(?<=(?<!\\p{L})(?:d(?:ie|er|as|en|em|es)|(?:ihr|sein|ein|jed|unser)e?[rnms]?|zum|zur|beim|im) )(\\d{1,3})\\.(?= (?!${languages["de"]!.months.replaceAll(" ", "|")})\\p{L})`,
    "giu"
  ),
  fr: /(?<![\p{L}\p{N}.,])([5-9]|[1-9]\d{1,2})(?:e|ème|eme|ième)(?![\p{L}\p{N}])/giu,
  es: /(?<![\p{L}\p{N}.,])([2-9]|[1-9]\d{1,2})\.?[oa°](?![\p{L}\p{N}])/giu,
  pt: /(?<![\p{L}\p{N}.,])([2-9]|[1-9]\d{1,2})\.?[oa°](?![\p{L}\p{N}])/giu,
  it: /(?<![\p{L}\p{N}.,])([2-9]|[1-9]\d{1,2})\.?[oa°](?![\p{L}\p{N}]|\s?C\b)/giu
}

const withOrdinals = (code: string, text: string): string => text.replace(ordinalForms[code]!, "$1th")

/** Months and days of the week, in English and in German. */
export const monthsAndDays: ReadonlyArray<string> = [
  ...months,
  ...weekdays,
  ...[languages["de"]!.months, languages["de"]!.weekdays].flatMap((names) => names.split(" "))
]

/** So many sources, or sentences of a report, are remembered in English. */
const texts = 100

/** The text with its figures in English; null if it is in English, or in a language that is not among these. */
export const inEnglish: (text: string) => string | null = remembered((text) => {
  if (hasHan(text)) return hanInEnglish(text)
  const code = detect(text) ?? ""
  const read = readers.get(code)
  if (read === undefined) return null
  return read(
    withOrdinals(code, text)
      .replace(decimals, (figure) => figure.replace(/[. ]/g, "").replace(",", "."))
      .replace(groups, (figure) => figure.replaceAll(" ", ""))
      .replace(dotted, (figure, at: number, all: string) =>
        isPointed.test(text) || (/^\s?mill/i.test(all.slice(at + figure.length)) && !hasComma.test(text))
          ? figure
          : figure.replaceAll(".", "")
      )
      // A day, 1. Mai, ends no sentence.
      .replace(/(?<=(?<!\d)\d{1,2})\.(?= \p{L})/gu, "")
  )
    .replace(from, "from ")
    .replace(links, "")
    .replace(behindMonth, "the ")
}, texts)

/** A text with its figures as {@link quantities} reads them. */
export const readable = (text: string): string => {
  const plain = plainText(text)
  return inEnglish(plain) ?? plain
}
