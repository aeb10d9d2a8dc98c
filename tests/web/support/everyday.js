// What people type who try a page out: a hundred everyday sentences, and other texts that no dictionary has.

export const everyday = `
I bought a new laptop because my old one was broken.
The cat sat on the mat.
Can you pick up some milk on your way home?
My sister is getting married next summer.
We missed the bus, so we walked to school.
It has been raining since Monday.
She forgot her keys and had to call a neighbour.
The coffee was too hot to drink.
Do you want to watch a movie tonight?
He lost his phone in a taxi.
The meeting was moved to Thursday afternoon.
I love the smell of fresh bread.
Our flight was delayed by three hours.
The children played in the garden until it got dark.
Please turn off the lights when you leave.
I am learning how attention works.
The dog chased the ball, and then it fell asleep.
My grandmother makes the best soup in the world.
Why is the sky blue?
They painted the kitchen yellow.
The train to London leaves at half past six.
I can't believe it's already December!
He said he would call, but he never did.
The new phone has a better camera than the old one.
She speaks four languages.
We ordered pizza because nobody wanted to cook.
The exam was harder than I expected.
Could you send me the link again?
My car needs new brakes.
The museum is closed on Mondays.
I have a headache, so I am going to bed early.
The teacher asked the students to open their books.
There is a spider in the bathroom.
He runs five miles every morning.
What time does the shop open?
The baby cried all night.
I left my umbrella at the office.
Two tickets for the nine o'clock show, please.
The film was boring, but the music was great.
She works from home on Fridays.
My battery is at 3%.
We are out of toilet paper.
The plants need water twice a week.
He told me a joke that I had heard before.
Is this seat taken?
The neighbours are very loud today.
I would like a cup of tea with milk.
The doctor told her to drink more water.
They have been friends since kindergarten.
Turn left at the next traffic light.
The internet is really slow this evening.
I need to charge my headphones.
She posted a picture of her lunch on Instagram.
The cake tasted better than it looked.
He fixed the bike in ten minutes.
Where did you put the scissors?
The weather in April changes every day.
I finally finished reading that long book.
Nobody knew who had sent the flowers.
The printer is out of paper again.
We went hiking in the mountains last weekend.
My boss gave me a raise!
The soup needs more salt.
She laughed so hard that she cried.
Don't forget to lock the door.
The homework is due tomorrow at noon.
He plays guitar in a band.
The bank on the river bank was closed.
I think, therefore I am.
The keys to the cabinet are on the table.
Time flies like an arrow; fruit flies like a banana.
They moved to Canada when she was six.
The app keeps crashing on my tablet.
Would you mind opening the window?
I accidentally deleted all my photos.
The kids built a huge snowman.
Her favourite colour is green.
This sentence has exactly six words.
The chef who won the prize opened a restaurant.
I ate too much at the party.
The old man fed the pigeons in the park.
My parents are visiting us next week.
You should try the chocolate ice cream.
The lift is broken, so take the stairs.
He always forgets where he parked the car.
The concert starts in an hour.
She gave the waiter a generous tip.
We planted tomatoes and basil on the balcony.
The robot vacuum got stuck under the sofa.
I wish I had more free time.
The president gave a speech about climate change.
He burned the toast again.
The library has a quiet room upstairs.
ok google, what's the capital of Australia
lol that was so funny
The quick brown fox jumps over the lazy dog.
To be, or not to be, that is the question.
She sold her bicycle on eBay for $120.
A bird flew into our classroom yesterday.
Thanks for your help, see you on Tuesday!
`
  .trim()
  .split('\n');

export const anything = [
  '昨天我买了一台新电脑。',
  'El perro persigue la pelota roja.',
  'Привет, как дела?',
  'السلام عليكم',
  '🎉🎉 happy birthday 👩‍👩‍👧!!',
  'for (let i = 0; i < n; i++) sum += x[i];',
  'SELECT name FROM users WHERE id = 7;',
  'asdfghjkl qwertz',
];
