package org.banip.surrogate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.subscriber.ReducedListener.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which reductions a BAN has, and what they make of its description. */
class ReducedBanTest extends ReducedFeeds {
    @Test
    void rateIsTheHighestWholePartThatIsNotAboveTheWantedOne() {
        assertThat(new ReducedListener(BAN, rate("100")).reduced.description().groups())
                .extracting(SensorGroup::frequency)
                .containsExactly(Frequency.ofHz(90), Frequency.ofHz(1));
    }

    @Test
    void labelsOfAGroupDiffer() {
        String common = "x".repeat(Channel.MAX_LABEL - 1);
        List<Channel> channels = java.util.stream.Stream.of("A", "A min", "units", common + "1", common + "2")
                .map(label -> Channel.ofGain(label, "mV", 11, 0, 2047, 200, 1024))
                .toList();
        BanDescription ban =
                new BanDescription("ban-17", List.of(SensorGroup.live("ecg", Frequency.ofHz(360), channels)));
        String cut = "x".repeat(Channel.MAX_LABEL - 4);
        String shorter = "x".repeat(Channel.MAX_LABEL - 6);

        assertThat(ReducedBan.of(ban, rate("30")).description().groups().get(0).channels())
                .extracting(Channel::label)
                .containsExactly(
                        "A",
                        "A min 2",
                        "A max",
                        "A min",
                        "A min min",
                        "A min max",
                        "units",
                        "units min",
                        "units max",
                        common + "1",
                        cut + " min",
                        cut + " max",
                        common + "2",
                        shorter + " min 2",
                        shorter + " max 2",
                        "units 2");
    }

    @Test
    void numericsAreGroupsOfAtMostOneUnitASecond() {
        ReducedListener got = new ReducedListener(BAN, new Reduction(List.of(), Optional.empty(), true));
        got.packet(0, ORIGIN, 0, generated(3, 1));
        got.packet(1, ORIGIN, 0, new int[][] {{60, 97}});

        assertThat(got.reduced.description().groups()).containsExactly(VITALS);
        assertThat(got.units).extracting(Unit::samples).containsExactly(List.of(60, 97));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "V6 | | false | no channel 'V6'; the BAN has ecg (360 Hz): 'MLII' 'V5'; vitals (1 Hz): 'HR' 'SpO2'",
                "ecg/#2 | | false | no channel 'ecg/#2'",
                "vitals/V5 | | false | no channel 'vitals/V5'",
                "V5 | 360 | false | the rate 360 Hz is not below that of any chosen group",
                "| 500 | false | the rate 500 Hz is not below that of any chosen group",
                "V5 | | true | the reduction leaves no channel",
                "| 1/20 | false | it would put 7200 units into one, at most 4096 are allowed"
            })
    void wrongWishIsToldWhatThereIs(String channel, String rate, boolean numerics, String said) {
        Reduction wish = new Reduction(
                Optional.ofNullable(channel).stream().toList(),
                Optional.ofNullable(rate).map(Frequency::parse),
                numerics);
        assertThatExceptionOfType(BanipException.class)
                .isThrownBy(() -> ReducedBan.of(BAN, wish))
                .withMessageContaining(said)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST));
    }

    @Test
    void tooManyChannelsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> channels(java.util.Collections.nCopies(513, "V5").toArray(String[]::new)))
                .withMessage("513 channels are named, at most 512 are allowed");
    }

    @Test
    void startPointIsThatOfTheBansPackets() {
        ReducedBan reduced = ReducedBan.of(BAN, channels("HR"));
        assertThat(reduced.ofWhole(StartPoint.now())).isEqualTo(StartPoint.now());
        assertThat(reduced.ofWhole(StartPoint.beginning())).isEqualTo(StartPoint.at(List.of(Long.MAX_VALUE, 0L)));
        // What packet 6 completed may need the five packets before it; packet 7 ended what it may have in common with
        // packet 5.
        long completed = 13L << 16 | 6;
        long ended = 14L << 16 | 2;
        assertThat(reduced.ofWhole(StartPoint.at(List.of(completed + 1))))
                .isEqualTo(StartPoint.at(List.of(Long.MAX_VALUE, 1L)));
        assertThat(reduced.ofWhole(StartPoint.at(List.of(ended + 1))))
                .isEqualTo(StartPoint.at(List.of(Long.MAX_VALUE, 5L)));
        assertThat(reduced.numbersAt(List.of(3L, 7L))).containsExactly(14L << 16);
    }
}
