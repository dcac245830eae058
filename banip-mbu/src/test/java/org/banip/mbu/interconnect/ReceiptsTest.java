package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReceiptsTest {
    private final Receipts receipts = new Receipts();

    @Test
    void anAnswerCoversAllThatWasSentBeforeItsRequest() {
        assertThat(receipts.sent(100)).isEqualTo(100);
        long first = receipts.request(5);
        assertThat(receipts.sent(50)).isEqualTo(150);
        long second = receipts.request(5);
        assertThat(second).isGreaterThan(first);
        assertThat(receipts.sent(7)).isEqualTo(157);
        assertThat(receipts.isKnown(second)).isTrue();
        assertThat(receipts.answered(second)).isEqualTo(150);
        assertThat(receipts.isKnown(first)).as("it is answered, too").isFalse();
        assertThat(receipts.answered(first)).isZero();
    }

    @Test
    void tellsHowMuchWasUnderWayBeforeARequest() {
        long unused = receipts.sent(100);
        long first = receipts.request(5);
        unused = receipts.sent(50);
        long second = receipts.request(6);
        unused = receipts.answered(first);
        assertThat(receipts.flight()).isEqualTo(100);
        unused = receipts.sent(10);
        long third = receipts.request(7);
        unused = receipts.answered(second);
        assertThat(receipts.flight()).isEqualTo(150);
        unused = receipts.answered(third);
        assertThat(receipts.flight()).as("without the first").isEqualTo(60);
    }

    @Test
    void countsNoByteTwice() {
        long unused = receipts.sent(100);
        long request = receipts.request(5);
        assertThat(receipts.arrivedUpTo(60)).isEqualTo(60);
        assertThat(receipts.arrivedUpTo(30)).isZero();
        assertThat(receipts.answered(request)).isEqualTo(40);
    }

    @Test
    void aRequestFollowsAPartOfTheWindowOrItsEnd() {
        assertThat(receipts.isDue(800, true)).as("nothing was sent").isFalse();
        long unused = receipts.sent(99);
        assertThat(receipts.isDue(800, false)).isFalse();
        assertThat(receipts.isDue(800, true)).isTrue();
        unused = receipts.sent(1);
        assertThat(receipts.isDue(800, false)).isTrue();
        unused = receipts.request(5);
        assertThat(receipts.isDue(800, true)).isFalse();
    }

    @Test
    void unansweredRequestsAreBounded() {
        int requests = 0;
        for (long unused = receipts.sent(1); receipts.isDue(0, true); unused = receipts.sent(1)) {
            requests++;
            unused = receipts.request(requests);
        }
        assertThat(requests).isEqualTo(64);
    }
}
