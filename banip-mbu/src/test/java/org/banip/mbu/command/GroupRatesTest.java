package org.banip.mbu.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Frequency;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

class GroupRatesTest {
    private final GroupRates rates = new GroupRates("ecg", Frequency.ofHz(360), Frequency.ofHz(36));
    private final GroupRates fractions =
            new GroupRates("pressure", Frequency.parseExact("25/3"), Frequency.parseExact("1/60"));

    @Test
    void eachOfTheTwoRatesIsKnown() {
        assertThat(rates.isLowest(36)).isTrue();
        assertThat(rates.isLowest(360)).isFalse();
        assertThat(rates.isLowest(0)).isFalse();
        assertThat(fractions.isLowest(0.0166666667)).isTrue();
        assertThat(fractions.isLowest(8.33333333)).isFalse();
    }

    @Test
    void anotherRateIsRefusedWithThoseThatAreAllowed() {
        assertThatThrownBy(() -> rates.isLowest(100.5))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST))
                .hasMessage("group ecg cannot be sent at 100.5 Hz; allowed are 36 Hz, and 360 Hz or 0, which are the"
                        + " full rate");
        assertThatThrownBy(() -> fractions.isLowest(8.3))
                .hasMessageContaining("at 8.3 Hz; allowed are 0.0166666667 Hz, and 8.33333333 Hz or 0");
        assertThatThrownBy(() -> rates.isLowest(35.99)).hasMessageContaining("at 35.99 Hz");
    }

    @Test
    void descriptionHasTheRatesIfThereIsRoomForAllOfThem() {
        assertThat(declared(List.of(rates, fractions)).description())
                .isEqualTo(
                        "Sends a group at its lower rate, at which the host's detectors do not watch it, or at its full rate again (0):"
                                + " ecg at 36 or 360 Hz; pressure at 0.0166666667 or 8.33333333 Hz");
        List<GroupRates> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            many.add(new GroupRates("ecg" + i, Frequency.ofHz(360), Frequency.ofHz(36)));
        }
        assertThat(declared(many).description())
                .isEqualTo(
                        "Sends a group at its lower rate, at which the host's detectors do not watch it, or at its full rate again (0)");
    }

    @Test
    void theFullRateMayBeWrittenAsItIsShown() {
        GroupRates pulse = new GroupRates("pulse", Frequency.parseExact("200/3"), Frequency.parseExact("20/3"));
        assertThat(pulse.isLowest(66.6666667)).isFalse();
        assertThat(rate(List.of(pulse)).choices()).containsExactly("6.66666667", "66.6666667", "0");
    }

    @Test
    void ratesAreChoicesUnlessTheyAreTooMany() {
        assertThat(rate(List.of(rates, fractions)).choices())
                .containsExactly("36", "360", "0.0166666667", "8.33333333", "0");
        List<GroupRates> many = new ArrayList<>();
        for (int i = 1; i <= 31; i++) {
            many.add(new GroupRates("g" + i, Frequency.ofHz(1000 + i), Frequency.ofHz(i)));
        }
        assertThat(rate(many).choices()).hasSize(63);
        many.add(new GroupRates("pulse", Frequency.parseExact("200/3"), Frequency.parseExact("20/3")));
        assertThat(rate(many)).isEqualTo(CommandArgument.number("rate", "Hz", 0, 1031));
        assertThat(rate(many.subList(31, 32)).choices()).hasSize(3);
    }

    private static CommandArgument rate(List<GroupRates> rates) {
        return declared(rates).arguments().get(1);
    }

    private static CommandDeclaration declared(List<GroupRates> rates) {
        return BuiltInCommands.rate(rates, CommandRole.OPERATOR).declaration();
    }
}
