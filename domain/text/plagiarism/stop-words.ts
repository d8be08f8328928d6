/**
 * Words without a subject of their own, folded (no accents, lower case), in the six languages.
 * One set for all languages: a passage must give the same fingerprints in whatever text it stands,
 * which a guess of the surrounding text's language would not guarantee.
 */
const lists = {
  en: `a about above after again against all almost along already also although always am among an and another any
    anything are around as at away back be became because become been before began being below between beyond both but
    by came can cannot come could did do does doing done down during each either else enough etc ever every few first
    for from further furthermore gave get give given go goes going had has have having he hence her here hers herself
    him himself his how however i if in indeed instead into is it its itself just last least less let like made mainly
    make makes many may me might more moreover most much must my myself nearly neither never nevertheless next no nor
    not nothing now of off often on once one ones only onto or other others otherwise our ours ourselves out over own
    per perhaps put quite rather really said same say see seen several shall she should since so some something
    sometimes soon still such take than that the their theirs them themselves then there thereby therefore these they
    thing things this those though through throughout thus to together too toward towards under until up upon us use
    used using very via want was way we well went were what whatever when where whereas whether which while who whole
    whom whose why will with within without would yet you your yours yourself`,
  de: `aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf aus bei beim
    bereits bin bis bist da dabei dadurch dafur dagegen daher damit danach dann daran darauf daraus darin darum das
    dass davon dazu dein deine dem den denn der deren des deshalb dessen die dies diese diesem diesen dieser dieses
    doch dort du durch ein eine einem einen einer eines einige einigen einiger einmal er es etwa etwas euch euer fur
    gegen gerade gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer
    ihres im immer in indem ins ist ja je jede jedem jeden jeder jedes jedoch jene jenem jenen jener jenes jetzt kann
    kein keine keinem keinen keiner konnen konnte konnten machen man manche mehr mein meine meinem meinen meiner mich
    mir mit muss mussen musste nach nachdem nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen
    seiner seines seit selbst sich sie sind so sogar solche solchen solcher soll sollen sollte sondern sonst sowie uber
    um und uns unser unsere unter viel viele vielen vom von vor wahrend war ware waren warum was weder weg weil weiter
    welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wo wollen worden wurde wurden
    zu zum zur zwar zwischen`,
  fr: `afin ai ainsi alors apres assez au aucun aucune aussi autre autres aux avaient avait avant avec avez avoir avons
    beaucoup bien c ca car ce ceci cela celle celles celui cependant ces cet cette ceux chacun chaque chez comme comment
    contre d dans de dehors deja depuis des desormais donc dont du elle elles en encore enfin entre es est et etaient
    etais etait etant ete etre eu eux fait faire faut fut grace hors ici il ils j jamais je jusqu jusque l la le les
    leur leurs lors lorsque lui m ma mais malgre me meme memes mes mieux moins mon n ne ni non nos notre nous on ont or
    ou par parce parmi pas pendant peu peut peuvent plus plusieurs plutot pour pourquoi pourtant puis puisque qu quand
    que quel quelle quelles quelque quelques quels qui quoi rien s sa sans se selon sera serait seront ses si sien soi
    soit sommes son sont sous souvent suis sur t ta tandis tant te tel telle telles tels tes toi ton toujours tous tout
    toute toutefois toutes tres trop tu un une vers voici voila vos votre vous y`,
  es: `a acaso ademas ahi ahora al algo algun alguna algunas alguno algunos alli ambos ante antes aquel aquella aquellas
    aquello aquellos aqui asi aun aunque bajo bien cada casi como con contra cosa cual cuales cualquier cuando cuanto de
    debe deben del demas desde despues donde dos durante e el ella ellas ello ellos en entonces entre era eran es esa
    esas ese eso esos esta estaba estaban estado estan estar este esto estos fue fueron ha habia habian haber hace hacer
    hacia han hasta hay he la las le les lo los luego mas me mediante menos mi mientras mis misma mismas mismo mismos
    mucha muchas mucho muchos muy nada ni ningun ninguna no nos nosotros nuestra nuestras nuestro nuestros nunca o
    otra otras otro otros para pero poco pocos por porque pudo puede pueden pues que quien quienes sea sean segun ser
    sera si sido siempre siendo sin sino sobre solo son su sus tal tales tambien tampoco tan tanto te tener tenia ti
    tiene tienen toda todas todavia todo todos tras tu tus u un una unas uno unos usted ustedes va van varias varios y
    ya yo`,
  it: `a abbia ad agli ai al alcuna alcune alcuni alcuno alla alle allo allora altra altre altri altro anche ancora anzi
    appena aveva avevano avere bene c cha che chi ci cio cioe coi col come con contro cosi cui d da dagli dai dal dalla
    dalle dallo degli dei del dell della delle dello dentro deve di dopo dove dunque durante e ebbe ecco egli ella era
    erano essa esse essendo essere essi esso fa fatto fino fra fu furono gia gli ha hanno ho i il in infatti inoltre
    insieme invece io l la le lei li lo loro lui ma mai me meno mentre mi mia mie miei mio molta molte molti molto ne
    nei nel nell nella nelle nello nessun nessuna nessuno niente noi non nostra nostre nostri nostro nulla o ogni oltre
    ora ossia per perche percio pero piu po poco poi poiche possono presso prima proprio puo qual quale quali qualche
    quando quanto quasi quella quelle quelli quello questa queste questi questo qui quindi sara se secondo sempre senza
    si sia siano siamo sino solo sono sopra sotto sta stata state stati stato stessa stesse stessi stesso su sua subito
    sue sugli sui sul sulla sulle sullo suo suoi tale tali tanto te ti tra tu tua tutta tuttavia tutte tutti tutto un
    una uno va verso vi voi`,
  pt: `a ainda alem algo algum alguma algumas alguns ali ambos ante antes ao aos apenas apos aquela aquelas aquele
    aqueles aquilo as assim ate atraves bem cada com como contra contudo da dar das de dela delas dele deles depois
    desde dessa desse desta deste disso disto do dois dos durante e ela elas ele eles em embora enquanto entanto entao
    entre era eram essa essas esse esses esta estao estar estas estava estavam este estes estou eu fazer foi foram ha
    isso isto ja la lhe lhes logo mais mas me mediante meio menos mesma mesmas mesmo mesmos meu meus minha minhas muita
    muitas muito muitos na nada nao nas nem nenhum nenhuma nessa nesse nesta neste ninguem no nos nossa nossas nosso
    nossos num numa nunca o onde ora os ou outra outras outro outros para pela pelas pelo pelos perante pois por porem
    porque portanto pouco poucos pode podem poder qual quais qualquer quando quanto quase que quem sao se seja sejam sem
    sempre sendo ser sera seu seus si sido sob sobre sua suas tal tambem tampouco tanto tao te tem tem tendo ter teve
    tinha tinham toda todas todavia todo todos tu tudo um uma umas uns vai varias varios voce voces`,
} as const;

export const stopWords: ReadonlySet<string> = new Set(
  Object.values(lists).flatMap((list) => list.split(/\s+/)),
);
