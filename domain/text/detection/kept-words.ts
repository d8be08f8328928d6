import type { UiLanguage } from '../ui-language.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/**
 * Words that carry grammar rather than topic. The detector keeps them as they are where it reduces content
 * words to their endings. Frozen with the weights: a change here needs a new training.
 */
export const keptWords: Readonly<Record<UiLanguage, ReadonlySet<string>>> = {
  en: list(`a about above across actually after again against ago all almost alone along already also although
    always am among an and another any anyone anything are aren't around as at away back be because become been before
    behind being below beside besides best better between beyond both but by can can't cannot could couldn't did didn't
    do does doesn't doing don't done down during each either else enough especially even ever every everyone everything
    except far few finally first for from further get give go had hadn't has hasn't have haven't having he hence her
    here hers herself him himself his how however i i'd i'll i'm i've if in indeed instead into is isn't it it's its
    itself just last least less let like likely little made make many may maybe me might mine more moreover most much
    must my myself near nearly neither never nevertheless next no nobody none nor not nothing now of off often on once
    one only onto or other others otherwise our ours ourselves out over own perhaps quite rather really same second
    seem seems several shall she should shouldn't simply since so some someone something sometimes somewhat still such
    than that that's the their theirs them themselves then there there's therefore these they they're this those though
    through throughout thus to together too toward towards two under unless until up upon us very was wasn't we we're
    well were weren't what when where whereas whether which while who whole whom whose why will with within without
    won't would wouldn't yet you you're your yours yourself`),
  de: list(`aber alle allem allen aller alles als also am an andere anderen anderer anderes ans auch auf aus außerdem
    bei beide beiden beim bereits besonders bin bis bist da dabei dadurch dafür dagegen daher damit danach dann daran
    darauf daraus darf darin darüber das dass davon dazu dein dem den denn dennoch der deren des deshalb dessen dich die
    dies diese diesem diesen dieser dieses dir doch dort du durch dürfen ein eine einem einen einer eines einfach einige
    einmal er erst es etwa etwas euch euer fast für ganz gar gegen gegenüber genau gerade gibt hab habe haben hat hatte
    hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem ins insbesondere ist ja
    je jede jedem jeden jeder jedes jedoch jemand jetzt kann kaum kein keine keinem keinen keiner können konnte könnte
    lassen lässt mal man manche mehr mein meine meinem meinen meiner meist mich mir mit möchte muss müssen musste nach
    nachdem neben nein nicht nichts noch nun nur ob obwohl oder oft ohne schon sehr sein seine seinem seinen seiner
    seines seit selbst sich sie sind so sogar solche solchen soll sollen sollte somit sondern sowie sowohl statt über um
    und uns unser unsere unter viel viele vielleicht vom von vor wann war waren warum was weder wegen weil weiter welche
    welcher wenig weniger wenn wer werden wie wieder will wir wird wo wohl wollen wollte worden wurde wurden würde
    würden zu zudem zum zur zwar zwischen`),
  fr: list(`à afin ai ailleurs ainsi alors après as assez au aucun aucune aujourd'hui auquel aura aurait aussi autant
    autour autre autres aux avaient avais avait avant avec avez avoir avons ayant beaucoup bien c'est car ce ceci cela
    celle celles celui cependant certain certaine certaines certains ces cet cette ceux chacun chaque chez comme comment
    contre d'un d'une dans de déjà depuis des dès deux devait devant doit doivent donc dont du durant elle elles en
    encore enfin ensuite entre est et étaient était étant été être eu eux fait faire fois fut grâce ici il ils j'ai je
    jusqu' jusque l'un la là laquelle le lequel les lesquelles lesquels leur leurs lorsque lui ma mais malgré me même
    mêmes mes mieux moi moins mon n'est n'a ne néanmoins ni non nos notamment notre nous on ont ou où par parce parfois
    parmi pas pendant permet peu peut peuvent plupart plus plusieurs plutôt pour pourquoi pourtant pouvait premier près
    puis puisque qu'elle qu'il qu'ils qu'on qu'un qu'une quand quant que quel quelle quelles quelque quelques quels qui
    quoi s'est s'il sa sans sauf se selon sera serait ses seulement si soit son sont souvent sous sur ta tandis tant te
    tel telle telles tels tes toi ton toujours tous tout toute toutefois toutes très trop tu un une va vers voici voilà
    vos votre vous vraiment y`),
  es: list(`a además ahí ahora al algo algún alguna algunas alguno algunos allí ante antes apenas aquel aquella
    aquellas aquello aquellos aquí así aun aún aunque bajo bastante bien cada casi como cómo con contra cual cuál cuales
    cualquier cuando cuándo cuanto cuya cuyo de debe deben del demás dentro desde después detrás dicho donde dónde dos
    durante e el él ella ellas ello ellos embargo en encima entonces entre era eran eres es esa esas ese eso esos esta
    está estaba estaban están estar estas este esto estos fue fueron fuera gracias gran ha había habían haber hace hacen
    hacer hacia han hasta hay haya he hecho hizo hoy incluso jamás junto la las le les lo los luego mas más me mediante
    mejor menos mí mi mientras mis misma mismas mismo mismos mucha muchas mucho muchos muy nada nadie ni ningún ninguna
    ninguno no nos nosotros nuestra nuestras nuestro nuestros nunca o os otra otras otro otros para pero poca poco pocos
    podemos poder podía por porque primer primera primero pronto pudo puede pueden pues que qué quien quién quienes
    quizá quizás se sea sean según ser será si sí sido siempre siendo sin sino sobre solamente solo sólo son su sus
    suya suyo tal también tampoco tan tanta tanto te tenía tener tiene tienen toda todas todavía todo todos tras tu tú
    tus un una unas uno unos usted va vamos van varias varios veces vez y ya yo`),
  pt: list(`a à acerca agora ainda além algo alguém algum alguma algumas alguns ali ambos antes ao aos apenas aquela
    aquelas aquele aqueles aqui aquilo as às assim até através bastante bem cada com como contra contudo cuja cujo da
    daquele das de dela delas dele deles demais dentro depois desde dessa desse desta deste deve devem dia disso disto
    do dois dos durante e é ela elas ele eles em embora enquanto entanto então entre era eram essa essas esse esses
    esta está estão estar estas estava estavam este estes eu faz fazer foi fora foram grande há havia isso isto já
    jamais la lá lhe lhes lo logo mais mas me meio melhor menos mesma mesmas mesmo mesmos meu meus mim minha minhas
    muita muitas muito muitos na nada não naquele nas nela nele nem nenhum nenhuma nessa nesse nesta neste ninguém no
    nos nós nossa nossas nosso nossos num numa nunca o onde os ou outra outras outro outros para pela pelas pelo pelos
    perante pode podem poder podia pois por porém porquanto porque portanto possa pouca pouco poucos primeira primeiro
    própria próprio quais qual qualquer quando quanto quase que quê quem se seja sejam sem sempre sendo ser será seria
    seu seus si sido sim só sob sobre sua suas tal também tampouco tanta tanto tão te tem têm tenha ter teu tinha
    tinham toda todas todavia todo todos tu tua tudo um uma umas uns vai vamos você vocês vos`),
  it: list(`a ad adesso agli ai al alcun alcuna alcune alcuni alla alle allo allora altra altre altri altro anche
    ancora anzi appena avere aveva avevano avrebbe bene c'è che chi ci ciascun ciò cioè circa coi col come comunque con
    contro così cosa cui da dagli dai dal dalla dalle dallo davanti davvero degli dei del della delle dello dentro deve
    devono di dopo dove dovrebbe due dunque durante e è ecco ed egli era erano essa esse essere essi fa fare fatto fino
    forse fosse fra fu fuori furono già giù gli grazie ha hai hanno ho i il in infatti inoltre insieme intanto invece io
    l'altro la là le lei li lo loro lui lungo ma magari mai me mediante meglio meno mentre mi mia mie miei mio molta
    molte molti molto ne né negli nei nel nella nelle nello nemmeno nessun nessuna nessuno niente no noi non nostra
    nostre nostri nostro nulla o od ogni ognuno oltre ora ovvero per perché perciò però persino piuttosto più poca poche
    pochi poco poi poiché possa possono poteva potrebbe prima primo propria proprio può pure qual quale quali qualche
    qualcosa qualcuno qualunque quando quanta quanto quasi quel quella quelle quelli quello questa queste questi questo
    qui quindi sarà sarebbe sé se sebbene secondo sei sempre senza si sì sia siamo siano solo sono sopra soprattutto
    sotto sta stata state stati stato stessa stesse stessi stesso su sua sue sugli sui sul sulla sulle sullo suo suoi
    tale tali tanta tanto te ti tra tre troppo tu tua tuo tutta tuttavia tutte tutti tutto un una uno va verso vi voi
    vostra vostro`),
};
