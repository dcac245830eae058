package org.banip.measure.price;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.Child;
import org.banip.measure.losses.process.BanipReceiver;
import org.banip.measure.losses.process.LossReceiver;
import org.banip.measure.losses.process.Products;
import org.banip.measure.machine.ProcessUse;
import org.banip.measure.price.process.PricedMbu;

/** An MBU with each kind of spool, in front of a broker, a host and an SQLite store of its own. One thread. */
final class SpoolPrices {
    private static final Duration BESIDE = Duration.ofMinutes(4);

    private final PriceSettings settings;
    private final Path folder;

    SpoolPrices(PriceSettings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
    }

    /** Kinds of spools. */
    enum Spool {
        MEMORY("memory", Duration.ZERO),
        DISK("disk", Duration.ofSeconds(1)),
        SYNCED("sync=packet", Duration.ZERO);

        private final String text;
        private final Duration syncEvery;

        Spool(String text, Duration syncEvery) {
            this.text = text;
            this.syncEvery = syncEvery;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Measures one. */
    SpoolPrice measure(Spool spool) throws IOException, InterruptedException {
        Path place = Files.createDirectories(folder.resolve("mbu-" + spool));
        try (Child receiver = start(LossReceiver.class, place.resolve("receiver.log"));
                Child mbu = start(PricedMbu.class, place.resolve("mbu.log"))) {
            receiver.say(new JsonWriter()
                    .beginObject()
                    .field("product", Products.BANIP)
                    .field("folder", place.toString())
                    .endObject()
                    .toString());
            long port = receiver.await("ready", BESIDE).integer("port", 1, 65_535);
            ProcessUse before = ProcessUse.of(mbu.pid());
            mbu.say(new JsonWriter()
                    .beginObject()
                    .field("broker", "http://127.0.0.1:" + port + "/")
                    .field("identity", BanipReceiver.IDENTITY)
                    .field("password", BanipReceiver.PASSWORD)
                    .field(
                            "spool",
                            spool == Spool.MEMORY ? "" : place.resolve("spool").toString())
                    .field("syncMillis", spool.syncEvery.toMillis())
                    .field("warmUpMillis", settings.warmUp().toMillis())
                    .field("windowMillis", settings.length().toMillis())
                    .endObject()
                    .toString());
            JsonObject fast = mbu.await("fast", patience());
            long written = ProcessUse.of(mbu.pid()).since(before).bytesWritten();
            JsonObject paced = mbu.await("paced", patience());
            long packets = fast.integer("packets", 0, Long.MAX_VALUE);
            return SpoolPrice.of(spool.toString(), fast, paced, packets == 0 ? 0 : (double) written / packets);
        }
    }

    private static Child start(Class<?> main, Path log) throws IOException {
        return Child.start(ProcessBuilder::start, main, Child.flags(true), log);
    }

    private Duration patience() {
        return settings.warmUp().plus(settings.length()).plus(BESIDE);
    }
}
