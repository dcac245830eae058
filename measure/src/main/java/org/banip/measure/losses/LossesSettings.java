package org.banip.measure.losses;

import java.time.Duration;
import java.util.List;

/**
 * What is measured. Immutable.
 *
 * @param products what is compared
 * @param faults what happens to each
 * @param parallel runs at the same time
 * @param steady how long samples flow before a fault and after it
 * @param lasts how long a fault lasts
 */
public record LossesSettings(
        List<Product> products, List<LossFault> faults, int parallel, Duration steady, Duration lasts) {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Checks the values. */
    public LossesSettings {
        products = products.stream().distinct().toList();
        faults = faults.stream().distinct().toList();
        if (products.isEmpty() || faults.isEmpty()) {
            throw new IllegalArgumentException("no product or no fault is named");
        }
        if (lasts.compareTo(Duration.ofSeconds(1)) < 0 || lasts.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "a fault lasts " + lasts.toSeconds() + " s, allowed are 1 to " + LONGEST.toSeconds());
        }
    }
}
