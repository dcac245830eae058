package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.api.SurrogateDescription;
import org.junit.jupiter.api.Test;

class SurrogateJsonTest {
    @Test
    void viewersLearnWhichGroupFillsTheGapsOfAnother() {
        SensorGroup ecg = SensorGroup.live(
                "ecg", Frequency.ofHz(250), List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10)));
        SensorGroup late =
                new SensorGroup("ecg-late", ecg.frequency(), ServiceClass.BULK, Duration.ofDays(1), ecg.channels());
        BanDescription ban = new BanDescription("ban-1", List.of(ecg.lateAs("ecg-late"), late));

        List<JsonObject> groups = JsonObject.parse(
                        SurrogateJson.appeared(new SurrogateDescription(new UUID(0, 1), ban, "standard", 0), false))
                .objects("groups");

        assertThat(groups.get(0).string("lateAs")).isEqualTo("ecg-late");
        assertThat(groups.get(1).has("lateAs")).isFalse();
    }
}
