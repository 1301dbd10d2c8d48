/*
 * Everyday words that are also names of companies. A word's line may go on, after "~", with words that make another
 * compound of it, before or behind it: an orange vest, Orange County. With a hyphen it does so only before it: a sales
 * target, while Target's sales are the company's.
 */
const lines = `
amazon ~ basin forest rainforest river jungle tribe tribes state region
apple ~ big cider crumble harvest juice orchard orchards pie pies sauce tree trees
bell ~ church pepper
block ~ apartment cell city office road tower trading voting
boss ~ mafia mob crime party
coach ~ assistant football head team tennis train bus
delta ~ ganges mekong mississippi nile niger okavango river variant
ford ~ doug gerald harrison tom
fox ~ arctic red megan
gap ~ grows falls rises attainment budget fiscal funding gender generation output pay skills tax trade wage wealth year years
general ~ advocate assembly attorney director election elections hospital major manager motors mills public secretary
  strike
gold ~ medal mine price prices standard
jaguar ~ wild
mars ~ mission planet rover orbit
match ~ cricket final football friendly league player tennis test title
meta ~ analysis
national ~ anthem assembly bank debt guard park security team
next ~ big day month season time week year
oracle ~ delphi
orange ~ agent alert beach basin blossom county free grove groves juice order peel revolution river state tree trees
  vest vests
shell ~ artillery beach company companies corporation egg game mortar script sea tank turtle
snap ~ election elections poll decision judgment cold
sprint ~ final finish race
square ~ central centre feet foot inch inches kilometer kilometers kilometre kilometres leicester lenin madison main
  market meter meters metre metres mile miles public red root tahrir times town trafalgar union yard yards
subway ~ station system train line
target ~ audience climate date earnings- emissions emission growth- group inflation market- military moving net oil-
  percent practice price prices- production- range rate- revenue- sales- savings- selection shooting soft zone
united ~ arab kingdom manchester nations newcastle leeds states
unity ~ african church government national party
virgin ~ birth forest islands mary olive
visa ~ application entry exit h1b schengen student tourist travel work
uber stripe dove puma alphabet zoom slack box accent access ace act active adapt advance advantage affirm agile
aim air alert alliance allies ally alpha alpine amber anchor angel anthem arc arch archer arena arrow art ascend
ascent ash aspect aspen asset atlas atom aurora avant avenue award axis balance ball banana band bank bare bargain
bark barn base basic bath beacon beam bean bear beat beauty bed bee belief belt best beyond big bird bishop bite black
blaze blend bloom blossom blue bolt bond bone book boost boot border bounce bow boxed brand brave bread breeze brick
bridge bright brilliant brook brother bubble buffer build bull bumble burn bushel butter butterfly calm camel candle
canvas capital caravan card care carrot cart castle catalyst cedar celebrate center central century certain chain
champion chance change charge charm charter chase check chef cherry chess chime choice circle citizen citizens city
clarity classic clean clear clever cliff clip clock cloud clover club coast cobalt coin coil collective comet comfort
command common compass complete concord connect constellation continental copper coral core corner cosmos costa cotton
country courage court cove cradle craft crane cream credit crescent crest crisp cross crown crystal cube current curve
dash dawn deer deliver dense depot desk diamond digit dig direct discover discovery dodge dollar dolphin domain domino
door dot double dragon dream drift drive drop duke dune dunes eagle early earth east easy echo eclipse edge elastic
elder electric element elevate ember embrace emerald empire encore endeavor energy ensign enterprise envision epic
equal equity essence essential eternal ether even ever evergreen evolution exact excel exchange expand explorer
express extra eye fable fair fairway faith falcon feather ferry fiddler field fifth figure finish fire first fish fit
five flag flame flash flex flint float flow flower fluent fluid fly focus forge form fort fortune forum forward fossil
foundation founder fountain four frame freedom fresh friend frontier frost fuel fusion future galaxy garden gate
gateway gem gemini genesis genius giant gigantic gilt glacier globe glory glow golden grab grace grand granite graph
graphite grass gravity gray great green grid grip ground group grove grow guardian guess guide gulf gym halo hammer
hand happy harbor harbour harmony harvest haven hawk health heart hearth heat helium help hen heritage hero hexagon
highland hill hinge hive hollow home honest honey honor hook hope horizon hound hub hunter icon ideal ignite image
impact impulse independence index indigo infinity ink inn insight inspire instant intact integral iris iron island ivy
jack jade jet jewel jolly journey joy juniper jump just kernel key kind king kingfisher kite knight knot labor ladder
lagoon lake lamb lamp lands lark laser latch launch laurel lava leaf leap legacy legend lemonade lemon level liberty
life lift light lighthouse lilac lily lime limit line link lion liquid live local lodge logic loop lotus loyal lucid
luck lucky luminous lunar luna lush lynx magic magnet magnum main maple marathon marble mark marker marvel mascot
mason mast master maverick max maze meadow medallion mega mercury meridian merit metro mind mine mint mirror mission
mist mobile mode modern moment monarch monday monkey monster moon morning mosaic motion motive mountain move muse
nature navigator nest net neon network neutral new nickel night nimble nine noble nomad noon normal north northern
notion nova nuance oak oasis object ocean octopus odd odyssey olive omega one onyx opal open optics optimum option
orbit orchard orchid order origin otter outlook oval owl oyster pace pacific page palace palm panda panther paper
parade paragon park parrot partner path patriot pax peach peak pearl pebble pelican pen penguin penny people pepper
perfect phoenix pick pier pilot pine pinnacle pioneer pipe pivot pixel plaid plain planet plateau platinum play plenty
plug plum plus pocket point polar pool poppy port portal portrait post postal power prairie premier present prime
principal prism pro profile progress progressive promise prosper prudential pulse pump pure purple pursuit quest quick
quiet quill quilt quiver rabbit rain rally ram ramp range rapid raven ray reach reality rebel red reef reflect regal
regent regions relay reliance remedy republic resolute resource rest reverse revolution ridge right ring ripple rise
rival river roar robin robust rocket rock roman root rose rover royal ruby rush ryder saber safe sage sail salt sand
sapphire saturn scale scout sea seal season second seed select sense sentinel sequence seven shadow shake shape share
shark sharp shield shift shine ship shop signal silk silver simple simply single skill sky slide smart smooth
snowflake social sofa solar solid solo sonic soul sound source south space spark spear spectrum sphere spin spirit
splash spoon spot spring spruce stack stage standard star state station steady stellar step sterling stone storm story
stream street strike strong studio style sugar summit sun sunrise sunshine super supreme surge swan swift switch
symphony sync table tag talent talk tango tap task team tempest temple tempo ten terra thread three thrive thunder
tide tiger tile time titan toast today together token topaz torch total touch tower town track trade trail train
transit travelers traveller tree trek trend tribe tribune trident trinity trip triumph true trunk trust truth tulip
turn turtle twin two ultra umbrella union unique unit universal upstart urban valley value vanguard vault vector
velocity venture verve vertex vertical victor victory view village vine violet viper vision vital vivid voice volt
voyager wag wall walnut ware wash water wave way web well wells west western wheel whisper white whole wild willow
wind window wing winner wire wise wish wolf wonder wood word work world yard yellow yoke young zebra zero zest
zip zone man woman gas oil steel tin paint sports telegraph times mail independent apfel birne bild spiegel stern welt
zeit sparkasse stadt sonne mond licht kraft ziel netz bahn blume feuer wasser luft erde fuchs adler falke löwe bär
hase free monde libération figaro croix casino relais soleil lune étoile terre ciel eau feu but el mundo país
vanguardia sol estrella cielo tierra agua fuego claro vivo oi natura renner globo folha vale estado vento sole stella
acqua fuoco tim poste zon maan ster hemel aarde vuur sova мир магнит лента пятёрочка звезда солнце вымпел связной
билайн спутник дикси
`

/** By word, in lower case, what makes another compound of it. */
const parse = (text: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const line of text.trim().replaceAll("\n  ", " ").split("\n")) {
    const [own = "", others = ""] = line.split(" ~ ")
    for (const word of own.split(" ")) {
      const known = found.get(word) ?? new Set()
      found.set(word, known)
      if (others !== "") for (const other of others.split(" ")) known.add(other)
    }
  }
  return found
}

let parsed: ReadonlyMap<string, ReadonlySet<string>> | undefined

const names = (): ReadonlyMap<string, ReadonlySet<string>> => (parsed ??= parse(lines))

/** Whether texts use a word, in lower case, otherwise than as a name. */
export const isEveryday = (word: string): boolean => names().has(word)

/** Whether other compounds of the word are known. */
export const hasOtherSenses = (word: string): boolean => (names().get(word)?.size ?? 0) > 0

/** Whether a word makes another compound of the one that it precedes or follows; all in lower case. */
export const isCompound = (word: string, beside: string, precedes: boolean): boolean => {
  const others = names().get(word)
  return others !== undefined && (others.has(beside) || (precedes && others.has(`${beside}-`)))
}
