import { assert, describe, it } from "@effect/vitest"
import { detect, languageAmong } from "../../src/search/Languages.ts"

describe("a text without a stated language", () => {
  it.each([
    ["ＮＴＴがＥＶ事業を開始", "ja"],
    ["SONYがAI開発を発表した", "ja"],
    ["Toyota、新型EVを発表", "ja"],
    ["ソニー新製品発表 PlayStation", "ja"],
    ["Die Preise für Strom steigen auch in diesem Winter wieder", "de"],
    ["The price of power rises again, and the winter is not over", "en"],
    ["Nintendo shows a new game called すごい in Kyoto, and fans of the series are glad", "en"]
  ])("%s is in %s", (text, language) => assert.strictEqual(detect(text), language))
})

describe("a text in a feed that states English", () => {
  it.each([
    ["Le gouvernement annonce une hausse des impôts", "fr"],
    ["Stellantis rappelle 300 000 véhicules. Un défaut de batterie est en cause, précise le constructeur", "fr"],
    ["Telefónica vende su filial en Perú. La compañía ingresa 900 millones de euros", "es"],
    ["Siemens streicht 6000 Stellen. Betroffen sind vor allem Standorte in Deutschland", "de"],
    ["Toyota、新型EVを発表", "ja"],
    ["トヨタ Toyota", "ja"],
    // Names belong to no language, and a few words are not enough.
    ["Le Monde: how a French daily grew. Les Echos and La Croix follow in Paris", "en"],
    ["Los Angeles, San Diego, La Jolla and El Paso: a tour de force", "en"],
    ["De Beers to sell La Mancha stake in Las Vegas", "en"],
    ["Die Hard: a review. Die Another Day in Der Spiegel", "en"],
    ["La Liga: El Clasico", "en"],
    ["Crise du logement", "en"],
    ["Nintendo shows a new game called すごい in Kyoto, and fans of the series are glad", "en"]
  ])("%s is in %s", (text, language) => assert.strictEqual(languageAmong("en", text), language))

  it("is not Japanese for a name in a feed that states Chinese", () =>
    assert.strictEqual(languageAmong("zh", "优の良品在上海开店"), "zh"))
})
