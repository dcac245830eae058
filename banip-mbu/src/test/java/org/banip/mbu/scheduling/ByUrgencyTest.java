package org.banip.mbu.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.core.ban.ServiceClass;
import org.banip.mbu.scheduling.SetChoice.SetPath;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.PathScheduler;
import org.junit.jupiter.api.Test;

/** The scheduler {@code default}: which paths send alarms and bulk packets. */
class ByUrgencyTest {
    private static final PathSettings WIFI = PathSettings.named("wifi");
    private static final PathSettings LTE = PathSettings.named("lte");
    private static final int ON_WIFI = 1;
    private static final int ON_LTE = 2;

    private final SetChoice choice = new SetChoice();
    private final SetPath wifi = choice.add(WIFI, 20);
    private final SetPath lte = choice.add(LTE, 80);
    private final PathScheduler scheduler = new ByUrgency();

    @Test
    void sendsAlarmsOnTheTwoPathsThatDeliverThemFirst() {
        SetPath third = choice.add(PathSettings.named("third"), 10);
        choice.serviceClass = ServiceClass.ALARM;
        assertThat(choice.senders(scheduler)).containsExactly("wifi", "third");
        assertThat(choice.repeaters(scheduler, ON_WIFI)).containsExactly("third");
        assertThat(choice.repeaters(scheduler, ON_LTE)).containsExactly("wifi", "third");
        assertThat(choice.repeaters(scheduler, ON_WIFI | ON_LTE))
                .as("both good")
                .isEmpty();
        third.bytesUnderWay = 200_000;
        assertThat(choice.senders(scheduler)).containsExactly("wifi", "lte");
        choice.all.forEach(path -> path.roundTripNanos = 0);
        third.bytesUnderWay = 0;
        assertThat(choice.senders(scheduler)).as("alike").containsExactly("wifi", "lte");
    }

    @Test
    void alarmThatALatePathHasGoesOnTwoGoodOnes() {
        choice.add(PathSettings.named("third"), 10);
        choice.serviceClass = ServiceClass.ALARM;
        wifi.good = false;
        assertThat(choice.senders(scheduler)).containsExactly("lte", "third");
        assertThat(choice.repeaters(scheduler, ON_WIFI | ON_LTE)).containsExactly("third");
        lte.good = false;
        assertThat(choice.repeaters(scheduler, ON_WIFI | ON_LTE)).containsExactly("third");
        lte.good = true;
        lte.connected = false;
        assertThat(choice.senders(scheduler))
                .as("the late one is the second best")
                .containsExactly("wifi", "third");
    }

    /** Whether one of them is late, leaves, is a backup or is dear. */
    @Test
    void alarmGoesOnBothOfTwoPaths() {
        SetChoice both = SetChoice.two(WIFI, LTE.backup().metered(10));
        both.serviceClass = ServiceClass.ALARM;
        for (SetPath late : both.all) {
            late.good = false;
            late.leaving = true;
            assertThat(both.senders(scheduler)).containsExactly("wifi", "lte");
            assertThat(both.repeaters(scheduler, ON_WIFI)).containsExactly("lte");
            assertThat(both.repeaters(scheduler, ON_LTE)).containsExactly("wifi");
            assertThat(both.repeaters(scheduler, ON_WIFI | ON_LTE)).isEmpty();
            late.good = true;
        }
        both.all.get(0).connected = false;
        assertThat(both.senders(scheduler)).contains("lte");
    }

    @Test
    void neverSendsBulkPacketsOnAMeteredPath() {
        SetChoice metered = SetChoice.two(WIFI.metered(1), LTE);
        assertThat(metered.senders(scheduler)).containsExactly("wifi");
        metered.serviceClass = ServiceClass.BULK;
        assertThat(metered.senders(scheduler)).containsExactly("lte");
        metered.all.get(1).good = false;
        assertThat(metered.senders(scheduler)).doesNotContain("wifi");
        assertThat(metered.repeaters(scheduler, ON_LTE)).isEmpty();
        SetChoice allMetered = SetChoice.two(WIFI.metered(1), LTE.metered(2));
        allMetered.serviceClass = ServiceClass.BULK;
        assertThat(allMetered.senders(scheduler)).containsExactly("wifi");
    }
}
