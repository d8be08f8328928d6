import type { UiLanguage } from './ui-language.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Closed-class words (articles, pronouns, prepositions, conjunctions, auxiliaries, common particles), small letters. */
export const functionWords: Readonly<Record<UiLanguage, ReadonlySet<string>>> = {
  en: list(`
    a an the this that these those each every either neither some any no all both few many much more most
    other another such what which whose i you he she it we they me him her us them my your his its our
    their mine yours hers ours theirs myself yourself himself herself itself ourselves themselves who whom
    someone anyone everyone nobody something anything everything nothing one there here
    of in to for with on at by from about as into like through after over between out against during
    without before under around among above below across behind beyond near off up down upon within
    and or but nor so yet if because although though while whereas unless until since when where why how
    than whether be is am are was were been being have has had having do does did doing will would shall
    should can could may might must not n't then also however thus therefore moreover furthermore
    meanwhile still even just only too very quite rather again once now
    it's i'm you're we're they're he's she's that's there's isn't aren't wasn't weren't don't doesn't
    didn't won't wouldn't can't couldn't i've we've they've i'd he'd she'd they'd i'll we'll they'll`),
  pt: list(`
    o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela aqueles aquelas
    isto isso aquilo eu tu ele ela nós vós eles elas você vocês me te se lhe lhes nos vos meu minha meus
    minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas dele dela deles delas quem que
    qual quais cujo cuja cujos cujas quanto quanta alguém ninguém algo nada tudo todo toda todos todas
    cada outro outra outros outras algum alguma alguns algumas nenhum nenhuma muito muita muitos muitas
    pouco mais menos de do da dos das em no na num numa ao à aos às por pelo pela pelos pelas
    para com sem sob sobre entre até desde contra após ante durante perante segundo e ou mas nem porém
    contudo todavia portanto pois porque como se quando enquanto onde embora logo assim também já ainda
    não sim só apenas muito bem aqui ali lá então depois antes ser é são era eram foi foram será serão
    seria sido sendo estar está estão estava estavam esteve ter tem têm tinha tinham teve haver há havia
    houve pode podem podia deve devem vai vão`),
  es: list(`
    el la los las lo un una unos unas este esta estos estas ese esa esos esas aquel aquella aquellos
    aquellas esto eso aquello yo tú él ella nosotros nosotras vosotros ellos ellas usted ustedes me te se
    le les nos os mi mis tu tus su sus nuestro nuestra nuestros nuestras vuestro mío mía suyo suya quien
    quienes que cual cuales cuyo cuya cuyos cuyas qué quién cuál cuándo cómo dónde alguien nadie algo nada
    todo toda todos todas cada otro otra otros otras algún alguno alguna algunos algunas ningún ninguno
    ninguna mucho mucha muchos muchas poco más menos de del en a al por para con sin sobre entre hasta
    desde contra tras ante bajo durante según hacia y e o u pero sino ni aunque porque pues como si cuando
    mientras donde así también tampoco ya aún todavía no sí solo sólo muy bien aquí allí entonces después
    antes además ser es son era eran fue fueron será serán sería sido siendo estar está están estaba
    estaban estuvo haber ha han había habían hay hubo tener tiene tienen tenía puede pueden podía debe
    deben va van`),
  fr: list(`
    le la les l un une des du de d ce cet cette ces je j tu il elle on nous vous ils elles me m te t se s
    lui leur y en mon ma mes ton ta tes son sa ses notre nos votre vos leurs qui que qu quoi dont où lequel
    laquelle lesquels lesquelles quel quelle quels quelles celui celle ceux celles ceci cela ça c
    quelqu'un personne rien tout toute tous toutes chaque autre autres quelque quelques aucun aucune
    plusieurs même mêmes plus moins peu beaucoup à au aux dans par pour sur avec sans sous entre vers chez
    jusque jusqu depuis contre après avant pendant durant selon malgré et ou mais ni or donc car si comme
    quand lorsque lorsqu puisque puisqu parce tandis afin bien ainsi aussi alors encore déjà ne n pas non
    oui très trop ici là puis ensuite enfin cependant toutefois pourtant être est sont était étaient fut
    furent sera seront serait été étant avoir a ont avait avaient eut aura ayant eu peut peuvent pouvait
    doit doivent va vont fait font`),
  de: list(`
    der die das des dem den ein eine einer eines einem einen dieser diese dieses diesem diesen jener jene
    jenes jeder jede jedes jedem jeden kein keine keiner keines keinem keinen ich du er sie es wir ihr mich
    dich sich uns euch mir dir ihm ihn ihnen mein meine meiner dein deine sein seine seiner seines seinem
    seinen ihre ihrer ihres ihrem ihren unser unsere euer eure man wer was welcher welche welches jemand
    niemand etwas nichts alles alle aller allen andere anderer anderen einige viele viel mehr wenig in im
    an am auf aus bei beim mit nach von vom zu zum zur für durch gegen ohne um über unter vor hinter neben
    zwischen seit bis während wegen trotz gemäß laut und oder aber denn sondern weder noch sowie als wie
    wenn ob dass daß weil obwohl da damit nachdem bevor falls sobald indem wo wann warum dort hier dann
    danach dabei dadurch daher deshalb darum jedoch doch auch nur schon so sehr nicht nun immer wieder
    zudem außerdem bin bist ist sind war waren wäre sei gewesen sein haben habe hat hatte hatten hätte
    werden wird wurde wurden würde worden kann können konnte könnte muss müssen musste soll sollen sollte
    will wollen wollte darf dürfen mag möchte`),
  it: list(`
    il lo la i gli le l un uno una questo questa questi queste quello quella quelli quelle quel quei quegli
    ciò io tu lui lei noi voi loro egli ella esso essa essi esse mi ti si ci vi ne me te se mio mia miei
    mie tuo tua suo sua suoi sue nostro nostra nostri nostre vostro che chi cui quale quali quanto quanta
    qualcuno nessuno qualcosa niente nulla tutto tutta tutti tutte ogni altro altra altri altre alcuni
    alcune qualche nessun nessuna molto molta molti molte poco più meno di del dello della dei degli delle
    d dell a al allo alla ai agli alle all da dal dallo dalla dai dagli dalle dall in nel nello nella nei
    negli nelle nell con su sul sullo sulla sui sugli sulle sull per tra fra senza sotto sopra dopo prima
    durante contro verso presso e ed o od ma però né anche se perché poiché come quando mentre dove così
    quindi dunque inoltre infatti tuttavia già ancora non sì solo molto bene qui lì là poi allora essere è
    sono era erano fu furono sarà saranno sarebbe stato stata stati state essendo avere ha hanno aveva
    avevano ebbe avrà può possono poteva deve devono va vanno`),
};
