package org.banip.measure.losses;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.banip.core.ban.SampleLayout;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.measure.losses.process.LossReceiver;
import org.banip.measure.losses.process.Numbers;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreLocation;
import org.banip.surrogate.store.StoredRecording;

/** The numbers at the receiver, and where the product declares that some are missing. One thread. */
final class Received {
    private final NavigableSet<Long> numbers = new TreeSet<>();
    /** Numbers before which a gap is declared. */
    private final Set<Long> behindGap = new HashSet<>();

    private long doubled;
    private boolean gap;

    /** Reads what a product has kept in its folder. */
    static Received read(Product product, Path folder) throws IOException {
        Received received = new Received();
        if (!product.isBanip()) {
            Numbers.read(folder.resolve(LossReceiver.FILE)).forEach(received::add);
        } else if (Files.exists(folder.resolve(LossReceiver.STORE))) {
            received.readStore(folder.resolve(LossReceiver.STORE));
        }
        return received;
    }

    private void readStore(Path file) throws IOException {
        List<BanipException> damage = new ArrayList<>();
        try (Store store = JdbcStore.openForReading(StoreLocation.of(file.toString()))) {
            for (InterconnectRecord record : store.interconnects()) {
                SampleLayout layout = new SampleLayout(record.ban().groups().get(0));
                new StoredRecording(store, record, Transcoders.installed()).read(0, new RecordingVisitor() {
                    @Override
                    public void sets(Block block) {
                        for (int unit = 0; unit < block.unitCount(); unit++) {
                            add(layout.read(block.bytes(), unit * layout.setBytes(), 0));
                        }
                    }

                    @Override
                    public void gap(Gap declared) {
                        declareGap();
                    }

                    @Override
                    public void damaged(BanipException cause) {
                        damage.add(cause);
                    }
                });
            }
        }
        if (!damage.isEmpty()) {
            throw new IOException("the store is damaged: " + damage.get(0).getMessage(), damage.get(0));
        }
    }

    void add(long number) {
        doubled += numbers.add(number) ? 0 : 1;
        if (gap) {
            behindGap.add(number);
            gap = false;
        }
    }

    void declareGap() {
        gap = true;
    }

    boolean has(long number) {
        return numbers.contains(number);
    }

    /** Whether a gap is declared where a missing number would be. */
    boolean isDeclaredMissing(long number) {
        Long after = numbers.higher(number);
        return after == null ? gap : behindGap.contains(after);
    }

    /** How often a number came that was there already. */
    long doubled() {
        return doubled;
    }
}
