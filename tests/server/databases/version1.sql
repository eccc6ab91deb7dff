-- A database of version 1, written by the Hulldown of its time.
-- [{"name": "hotseat", "match": "kf-1-1HHUoiKeqDh", "tokens": ["FgeitNHa1fk2FSl0fgpDo4snZ7w"], "head": 6, "record": "b1fca7e5ce601391ea4f6419ac765ada7ff51885dcc4c9dc08a778ddc6a77b36"}, {"name": "friends", "match": "hR3yBL-LuL8IAqyd", "tokens": ["IiaroZHFKTOCjU-ExuVctphXyz4", "9tkZuXQnUiQOKSxrNCS6kkGMU3Y"], "head": 4, "record": "3b813f1953ce92bc63f9bab2d96ccecf9ee53ccf816a4f8d40f4fcdab01b0e45"}, {"name": "bot", "match": "AtXlM4A_9fjVUI9Z", "tokens": ["YJItuUw1lctXOz6nyjpyQfstATs"], "head": 5, "record": "a06f6da29b35d970b072abbb26f54dcb1de8ac8c1f83d7901b938a5a1cf6ec62"}, {"name": "over", "match": "peomlnlv9OkBkMzg", "tokens": ["tSNLtwxZSICqnb-rmTqZtxjUJP4"], "head": 2, "record": "5aa2f11e840832968b7c5f74798127e7f5705495bc62f4ab1a2671ef9fbf6606"}, {"name": "invitation", "match": "9TxhrZ30yv4WXS4c", "tokens": ["Y3q03-mu4_doc1C6H2Nh8nS-E5I", "V-izWCaoWraVzn8BtiJN231IqWw"], "head": 0, "record": ""}]
-- matches.db
BEGIN TRANSACTION;
CREATE TABLE answers (
	"match" VARCHAR(40) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	answer TEXT NOT NULL, 
	PRIMARY KEY ("match", seat, id), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "answers" VALUES('kf-1-1HHUoiKeqDh','3e216ee03232d6ad05b96983fadcfeaf752d83ee','FgeitNHa-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('kf-1-1HHUoiKeqDh','3e216ee03232d6ad05b96983fadcfeaf752d83ee','FgeitNHa-1','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('kf-1-1HHUoiKeqDh','3e216ee03232d6ad05b96983fadcfeaf752d83ee','FgeitNHa-2','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('kf-1-1HHUoiKeqDh','3e216ee03232d6ad05b96983fadcfeaf752d83ee','FgeitNHa-3','{"status":"accepted","head":4,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('kf-1-1HHUoiKeqDh','3e216ee03232d6ad05b96983fadcfeaf752d83ee','FgeitNHa-4','{"status":"accepted","head":5,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('kf-1-1HHUoiKeqDh','3e216ee03232d6ad05b96983fadcfeaf752d83ee','FgeitNHa-5','{"status":"accepted","head":6,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('hR3yBL-LuL8IAqyd','406251766205e4a1a02cdcc69e7d565fea0bc59e','IiaroZHF-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('hR3yBL-LuL8IAqyd','406251766205e4a1a02cdcc69e7d565fea0bc59e','IiaroZHF-1','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('hR3yBL-LuL8IAqyd','406251766205e4a1a02cdcc69e7d565fea0bc59e','IiaroZHF-2','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('hR3yBL-LuL8IAqyd','406251766205e4a1a02cdcc69e7d565fea0bc59e','IiaroZHF-3','{"status":"accepted","head":4,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('AtXlM4A_9fjVUI9Z','3f6b7635aa7175b87833ab7f9d99492f657aac06','YJItuUw1-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('peomlnlv9OkBkMzg','b39ce4988a5ab4a882e6079c9104c005d9cf29dc','tSNLtwxZ-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('peomlnlv9OkBkMzg','b39ce4988a5ab4a882e6079c9104c005d9cf29dc','act-1','{"status":"accepted","head":2,"played":0,"refusal":null}');
CREATE TABLE lines (
	"match" VARCHAR(40) NOT NULL, 
	position INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY ("match", position), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "lines" VALUES('kf-1-1HHUoiKeqDh',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-05","faces":[5,3]}],"events":[{"type":"RolledOff","red":[5],"blue":[3]}],"hash":"dd0afa29fde329d23cf5cfb9d744ccc60baed8d7"}');
INSERT INTO "lines" VALUES('kf-1-1HHUoiKeqDh',1,'{"line":"order","position":1,"side":0,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"07db787bcc887ad7c28e3378bc849a847d03cb7f"}');
INSERT INTO "lines" VALUES('kf-1-1HHUoiKeqDh',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"hash":"6ac028b8b896250f2a4cddeeba4c6cb327cd36e7"}');
INSERT INTO "lines" VALUES('kf-1-1HHUoiKeqDh',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"hash":"4cd21521f1cf4e0cf0b4076ae48bd9e1026364bb"}');
INSERT INTO "lines" VALUES('kf-1-1HHUoiKeqDh',4,'{"line":"order","position":4,"side":0,"order":{"type":"Deploy","kind":"light","square":4,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":2,"square":4,"facing":2},{"type":"PhaseBegan","phase":"deployment","side":1,"round":0}],"hash":"507e4246de1e78491cfbdd6b6520318340c2ce3c"}');
INSERT INTO "lines" VALUES('kf-1-1HHUoiKeqDh',5,'{"line":"order","position":5,"side":1,"order":{"type":"Deploy","kind":"heavy","square":20,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":3,"square":20,"facing":6}],"hash":"34b58fb23b1bd69d250506afb0a4edce33145b8b"}');
INSERT INTO "lines" VALUES('hR3yBL-LuL8IAqyd',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-05","faces":[6,5]}],"events":[{"type":"RolledOff","red":[6],"blue":[5]}],"hash":"c8594352ab2f6a28f0a3a7a0d0512d8277a9cb7a"}');
INSERT INTO "lines" VALUES('hR3yBL-LuL8IAqyd',1,'{"line":"order","position":1,"side":0,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"50d13d93ae4f56e623dc872c041f60db2f44de81"}');
INSERT INTO "lines" VALUES('hR3yBL-LuL8IAqyd',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"hash":"e46b8635223dad5b91d284260ffaee1511533ca9"}');
INSERT INTO "lines" VALUES('hR3yBL-LuL8IAqyd',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"hash":"b07886ee83c3b8bbb1deddf9640de6c512ec072a"}');
INSERT INTO "lines" VALUES('AtXlM4A_9fjVUI9Z',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-05","faces":[1,5]}],"events":[{"type":"RolledOff","red":[1],"blue":[5]}],"hash":"8f7d9afb54700c363cb28094355b2d0f8073d222"}');
INSERT INTO "lines" VALUES('AtXlM4A_9fjVUI9Z',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":1},"rolls":[],"events":[{"type":"FirstChosen","first":1},{"type":"PhaseBegan","phase":"deployment","side":1,"round":0}],"hash":"6de0e054a9646e580da9b09bab3fd093e7243c40"}');
INSERT INTO "lines" VALUES('AtXlM4A_9fjVUI9Z',2,'{"line":"order","position":2,"side":1,"order":{"type":"Deploy","kind":"heavy","square":355,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":3,"square":355,"facing":6}],"hash":"cb9b4e2ebe4599544e891ffdba9f509241bb6c07"}');
INSERT INTO "lines" VALUES('AtXlM4A_9fjVUI9Z',3,'{"line":"order","position":3,"side":1,"order":{"type":"Deploy","kind":"medium","square":235,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":4,"square":235,"facing":6}],"hash":"8cb12d9240cf56e56ea196bb4c45a9eb0d5a504a"}');
INSERT INTO "lines" VALUES('AtXlM4A_9fjVUI9Z',4,'{"line":"order","position":4,"side":1,"order":{"type":"Deploy","kind":"light","square":187,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":5,"square":187,"facing":6},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"a726fa66fd350a9c24b1efa36391790bbfecd076"}');
INSERT INTO "lines" VALUES('peomlnlv9OkBkMzg',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-05","faces":[5,5]},{"rule":"FR-05","faces":[1,6]}],"events":[{"type":"RolledOff","red":[5,1],"blue":[5,6]}],"hash":"84fc00c9116ab18695fb8911787d152301fb2c03"}');
INSERT INTO "lines" VALUES('peomlnlv9OkBkMzg',1,'{"line":"act","position":1,"act":"resign","side":1,"to":null,"hash":"eb1068b48803f25dfd5e0d02b85df2b876db1950"}');
CREATE TABLE matches (
	id VARCHAR(40) NOT NULL, 
	rulebook VARCHAR(40) NOT NULL, 
	version VARCHAR(40) NOT NULL, 
	setup TEXT NOT NULL, 
	seed VARCHAR(80) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	forked INTEGER NOT NULL, 
	sitting TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('kf-1-1HHUoiKeqDh','france1944','1','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','d4a19afddd28d7053a7ced1fe1596c9595c20e51','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053325,"rematch":null,"standing":[null,null],"seed_hash":"","end":""}');
INSERT INTO "matches" VALUES('hR3yBL-LuL8IAqyd','france1944','1','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','bb5b231822520c9b0d41e62fa9807a94ee7ee7cf','friend',0,'{"names":["Ann","Bob"],"bots":[null,null],"offers":[],"since":1795053326,"rematch":null,"standing":[null,null],"seed_hash":"","end":""}');
INSERT INTO "matches" VALUES('AtXlM4A_9fjVUI9Z','france1944','1','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','c01493a039561cfd10b3e4c49438d3bf7f964201','bot',0,'{"names":["Red","Greedy"],"bots":[null,"greedy"],"offers":[],"since":1795053327,"rematch":null,"standing":[null,null],"seed_hash":"","end":""}');
INSERT INTO "matches" VALUES('peomlnlv9OkBkMzg','france1944','1','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','90b3a78e3ddf778ad7c4a39ee71d026402c6d623','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053328,"rematch":null,"standing":[null,null],"seed_hash":"","end":""}');
INSERT INTO "matches" VALUES('9TxhrZ30yv4WXS4c','france1944','1','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','84e52f38f338b41cfcadeaacc4a5e68e353e7269','friend',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053328,"rematch":null,"standing":[null,null],"seed_hash":"","end":""}');
CREATE TABLE reasons (
	"match" VARCHAR(40) NOT NULL, 
	position INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY ("match", position), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE seats (
	"match" VARCHAR(40) NOT NULL, 
	token VARCHAR(40) NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	side INTEGER, 
	claimed BOOLEAN NOT NULL, 
	PRIMARY KEY ("match", token), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "seats" VALUES('kf-1-1HHUoiKeqDh','3e216ee03232d6ad05b96983fadcfeaf752d83ee','both',NULL,1);
INSERT INTO "seats" VALUES('kf-1-1HHUoiKeqDh','8bdfeb0c73a23e66319f5bbd2ecb3f362abc30fb','watch',NULL,0);
INSERT INTO "seats" VALUES('hR3yBL-LuL8IAqyd','406251766205e4a1a02cdcc69e7d565fea0bc59e','play',0,1);
INSERT INTO "seats" VALUES('hR3yBL-LuL8IAqyd','d78f5056b4e56cd70dd8295e9341488311ed3a41','watch',NULL,0);
INSERT INTO "seats" VALUES('hR3yBL-LuL8IAqyd','758ff56d10dfd39ca099fa4f0e42dccf251bd2cb','invitation',1,1);
INSERT INTO "seats" VALUES('hR3yBL-LuL8IAqyd','3330e10e187928ed0d0516d700a73837dfb41bf1','play',1,1);
INSERT INTO "seats" VALUES('AtXlM4A_9fjVUI9Z','3f6b7635aa7175b87833ab7f9d99492f657aac06','play',0,1);
INSERT INTO "seats" VALUES('AtXlM4A_9fjVUI9Z','3fc553f10dbe95200cd742dd7a606d578edfed09','watch',NULL,0);
INSERT INTO "seats" VALUES('peomlnlv9OkBkMzg','b39ce4988a5ab4a882e6079c9104c005d9cf29dc','both',NULL,1);
INSERT INTO "seats" VALUES('peomlnlv9OkBkMzg','23a56813de639c1490f56cc06ad2efee4051f5b1','watch',NULL,0);
INSERT INTO "seats" VALUES('9TxhrZ30yv4WXS4c','9fd20262935b0cee16399aedefb6285aec1626c1','play',0,1);
INSERT INTO "seats" VALUES('9TxhrZ30yv4WXS4c','f00126123eb61353cfd5a82c66e106ee47f4a1b7','watch',NULL,0);
INSERT INTO "seats" VALUES('9TxhrZ30yv4WXS4c','8aac58109b283007da90a8451fd6fbd566ac3f05','invitation',1,0);
CREATE TABLE terrains (
	id VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "terrains" VALUES('7e456461dcad13ff995338c2','{"id":"7e456461dcad13ff995338c2","name":"The northern end","table":"squares","columns":24,"rows":18,"north":270,"legend":{".":"street",":":"square",",":"garden","#":"house","C":"church","T":"town hall","F":"works","=":"wall remains"},"cells":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]}');
CREATE TABLE versions (
	number INTEGER NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "versions" VALUES(1);
CREATE INDEX seats_by_token ON seats (token);
COMMIT;
