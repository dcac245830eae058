package org.banip.surrogate.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.error.BanipException;

/** What a check of a store found. */
record Checked(List<StoreDamage> damages, long items) {
    static Checked store(StoreLocation location) {
        List<StoreDamage> found = new ArrayList<>();
        CheckListener listener = new CheckListener() {
            @Override
            public void found(StoreDamage damage) {
                found.add(damage);
            }

            @Override
            public void progress(String step, long done, long total) {}
        };
        try {
            long items = StoreCheck.run(location, listener).items();
            return new Checked(found, items);
        } catch (BanipException e) {
            found.add(new StoreDamage("file", "", String.valueOf(e.getMessage())));
            return new Checked(found, 0);
        }
    }

    static Checked file(Path file) {
        return store(StoreLocation.of(file.toString()));
    }

    boolean names(String... parts) {
        return damages.stream()
                .map(StoreDamage::text)
                .anyMatch(text -> List.of(parts).stream().allMatch(text::contains));
    }
}
