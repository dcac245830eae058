package org.banip.recordings;

import java.math.BigDecimal;
import org.banip.core.ban.Frequency;

/** Names groups after their sampling frequency: {@code g500}, {@code g31.25}, {@code g1_60}. */
final class GroupNames {
    private GroupNames() {}

    static String of(Frequency frequency) {
        if (isDecimal(frequency.denominator())) {
            return "g"
                    + new BigDecimal(frequency.numerator())
                            .divide(new BigDecimal(frequency.denominator()))
                            .toPlainString();
        }
        return "g" + frequency.numerator() + "_" + frequency.denominator();
    }

    private static boolean isDecimal(long denominator) {
        long rest = denominator;
        while (rest % 2 == 0) {
            rest /= 2;
        }
        while (rest % 5 == 0) {
            rest /= 5;
        }
        return rest == 1;
    }
}
