import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends records to Kafka as fast as it acknowledges, for ./banip measure price. Arguments: port, senders (each with a partition and a producer of its
 * own), window of records that are not acknowledged, bytes of a record, milliseconds of warm-up and of the window, and "batches" or "each": whether a
 * producer puts several records into a batch. Prints an event with records a second and the time to the acknowledgement. Ends with its input.
 */
final class KafkaIngest {
    private static final int MICROS = 10_000_000;
    private static final int STEP = 10;
    private static final AtomicLong[] TIMES = new AtomicLong[MICROS / STEP + 1];
    private static final LongAdder ALL = new LongAdder();

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < TIMES.length; i++) {
            TIMES[i] = new AtomicLong();
        }
        String server = "127.0.0.1:" + args[0];
        int senders = Integer.parseInt(args[1]);
        int window = Integer.parseInt(args[2]);
        byte[] payload = new byte[Integer.parseInt(args[3])];
        new Random(2003).nextBytes(payload);
        boolean batches = args[6].equals("batches");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", server))) {
            admin.createTopics(List.of(new NewTopic("ban-" + args[6], senders, (short) 1))).all().get(60, TimeUnit.SECONDS);
        }
        long from = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[4]));
        long length = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[5]));
        Thread[] threads = new Thread[senders];
        for (int i = 0; i < senders; i++) {
            int partition = i;
            threads[i] = new Thread(() -> send(server, "ban-" + args[6], partition, window, payload, batches, from, from + length));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.printf(
                "{\"event\":\"measured\",\"perSecond\":%s,\"p50Millis\":%s,\"p99Millis\":%s,\"packets\":%d}%n",
                count() / (length / 1e9), percentile(0.5), percentile(0.99), ALL.sum());
        System.out.flush();
        while (System.in.read() >= 0) {
            // until the parent has read the event
        }
        System.exit(0);
    }

    private static void send(
            String server, String topic, int partition, int window, byte[] payload, boolean batches, long from, long until) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", server,
                "acks", "all",
                "enable.idempotence", "true",
                "linger.ms", "0",
                "batch.size", batches ? "65536" : "0",
                "max.in.flight.requests.per.connection", "5");
        Semaphore room = new Semaphore(window);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            while (System.nanoTime() - until < 0) {
                room.acquireUninterruptibly();
                long sent = System.nanoTime();
                producer.send(new ProducerRecord<>(topic, partition, null, payload), (where, failure) -> {
                    long now = System.nanoTime();
                    if (failure == null) {
                        ALL.increment();
                        if (now - from >= 0 && now - until < 0) {
                            TIMES[(int) Math.min(MICROS / STEP, (now - sent) / 1000 / STEP)].incrementAndGet();
                        }
                    }
                    room.release();
                });
            }
        }
    }

    private static long count() {
        long sum = 0;
        for (AtomicLong time : TIMES) {
            sum += time.get();
        }
        return sum;
    }

    private static double percentile(double share) {
        long due = (long) Math.ceil(count() * share);
        long sum = 0;
        for (int i = 0; i < TIMES.length; i++) {
            sum += TIMES[i].get();
            if (sum >= due && sum > 0) {
                return (i + 1) * STEP / 1000.0;
            }
        }
        return 0;
    }
}
