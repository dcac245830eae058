package org.banip.core.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Bans;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;

class BanDescriptionJsonTest {
    @Test
    void descriptionIsReadBack() {
        assertThat(BanDescriptionJson.fromJson(BanDescriptionJson.toJson(Bans.example())))
                .isEqualTo(Bans.example());
    }

    @Test
    void anyDescriptionIsReadBackExactly() {
        Random random = Seed.random("descriptions");
        for (int i = 0; i < 500; i++) {
            BanDescription ban = ban(random);
            assertThat(BanDescriptionJson.fromJson(BanDescriptionJson.toJson(ban)))
                    .isEqualTo(ban);
        }
    }

    @Test
    void thinningIsReadBackAndOptional() {
        SensorGroup ecg = SensorGroup.live("ecg", Frequency.ofHz(250), List.of(Bans.lead("x")));
        SensorGroup reduced = SensorGroup.live("ecg-reduced", Frequency.ofHz(25), List.of(Bans.lead("x")));
        Thinning how = new Thinning("ecg-reduced", Thinning.Kind.WAVEFORM, 3);
        BanDescription ban = new BanDescription("b", List.of(ecg.thinned(how), reduced));

        String json = BanDescriptionJson.toJson(ban);

        assertThat(json).contains("\"thinning\":{\"as\":\"ecg-reduced\",\"kind\":\"waveform\",\"priority\":3}");
        assertThat(BanDescriptionJson.fromJson(json)).isEqualTo(ban);
        assertThat(BanDescriptionJson.fromJson(
                        json.replace("{\"as\":\"ecg-reduced\",\"kind\":\"waveform\",\"priority\":3}", "null")))
                .isEqualTo(new BanDescription("b", List.of(ecg, reduced)));
        assertRefused(
                ErrorCode.INVALID_DESCRIPTION, () -> BanDescriptionJson.fromJson(json.replace("waveform", "wave")));
        assertRefused(
                ErrorCode.INVALID_DESCRIPTION,
                () -> BanDescriptionJson.fromJson(json.replace("\"priority\":3", "\"priority\":10")));
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                () -> BanDescriptionJson.fromJson(json.replace("\"priority\":3", "\"priority\":\"3\"")));
    }

    @Test
    void groupOfWhatIsLateIsReadBackAndOptional() {
        SensorGroup ecg = SensorGroup.live("ecg", Frequency.ofHz(250), List.of(Bans.lead("x")));
        SensorGroup late =
                new SensorGroup("ecg-late", ecg.frequency(), ServiceClass.BULK, Duration.ofDays(1), ecg.channels());
        BanDescription ban = new BanDescription("b", List.of(ecg.lateAs("ecg-late"), late));

        String json = BanDescriptionJson.toJson(ban);

        assertThat(json).contains("\"lateAs\":\"ecg-late\"");
        assertThat(BanDescriptionJson.fromJson(json)).isEqualTo(ban);
        assertThat(BanDescriptionJson.fromJson(json.replace("\"ecg-late\",\"channels\"", "null,\"channels\"")))
                .isEqualTo(new BanDescription("b", List.of(ecg, late)));
        assertRefused(
                ErrorCode.INVALID_DESCRIPTION,
                () -> BanDescriptionJson.fromJson(json.replace("\"lateAs\":\"ecg-late\"", "\"lateAs\":\"x\"")));
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                () -> BanDescriptionJson.fromJson(json.replace("\"lateAs\":\"ecg-late\"", "\"lateAs\":1")));
    }

    @Test
    void invalidDescriptionIsRefused() {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> BanDescriptionJson.fromJson("{}"));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> BanDescriptionJson.fromJson("{\"id\":\"a\",\"groups\":[]}"));
    }

    private static BanDescription ban(Random random) {
        List<SensorGroup> groups = new ArrayList<>();
        for (int g = random.nextInt(5); g >= 0; g--) {
            List<Channel> channels = new ArrayList<>();
            for (int c = random.nextInt(8); c >= 0; c--) {
                channels.add(channel(random));
            }
            groups.add(new SensorGroup(
                    "g" + g,
                    new Frequency(1 + random.nextInt(1000), 1 + random.nextInt(1000)),
                    List.of(ServiceClass.values()).get(random.nextInt(3)),
                    Duration.ofMillis(1 + random.nextInt(86_400_000)),
                    channels));
        }
        return new BanDescription("ban-" + random.nextInt(), groups);
    }

    private static Channel channel(Random random) {
        int digitalMin = random.nextInt() / 2;
        double physicalMin = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(20) - 10);
        return new Channel(
                random.nextBoolean() ? "µ\"\\💓" : "lead " + random.nextInt(12),
                random.nextBoolean() ? "" : "mm[Hg]",
                1 + random.nextInt(32),
                digitalMin,
                digitalMin + 1 + random.nextInt(1 << 30),
                physicalMin,
                physicalMin + 1 + random.nextDouble());
    }
}
