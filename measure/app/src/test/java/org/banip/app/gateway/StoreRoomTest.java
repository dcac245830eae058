package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoreRoomTest {
    private static final int BOUND = 1000;

    private final List<String> ran = new ArrayList<>();
    private long used = BOUND;
    private boolean measurable = true;
    private boolean somethingWaits = true;
    private StoreRoom room;

    @BeforeEach
    void full() {
        room = new StoreRoom(BOUND, 2, this::used, () -> somethingWaits);
        room.measure();
        assertThat(room.isFull()).isTrue();
    }

    private long used() {
        if (!measurable) {
            throw new IllegalStateException("this error is part of the test");
        }
        return used;
    }

    private void wait(String name) {
        assertThat(room.awaitRoom(() -> ran.add(name))).isTrue();
    }

    @Test
    void aTaskRunsOnceWhenThereIsRoom() {
        wait("one");
        room.measure();
        assertThat(ran).isEmpty();
        used = BOUND - 1;
        room.measure();
        room.measure();
        assertThat(ran).containsExactly("one");
        assertThat(room.awaitRoom(() -> ran.add("two"))).isFalse();
    }

    /** As in the first second of a gateway. */
    @Test
    void theBoundCountsAlsoIfNothingWaitedAtTheLastMeasurement() {
        used = 0;
        somethingWaits = false;
        room.measure();
        room.took(BOUND);
        assertThat(room.isFull()).isTrue();
    }

    /** Because a key interval that is longer than the bound is kept. */
    @Test
    void beyondTheBoundSomethingIsTakenIfNothingWaits() {
        somethingWaits = false;
        room.measure();
        assertThat(room.isFull()).isFalse();
        room.took(BOUND / 4);
        assertThat(room.isFull()).isTrue();
        used += BOUND / 4;
        room.measure();
        assertThat(room.isFull()).isFalse();
    }

    /** A device that begins a new session again and again, while the store is full. */
    @Test
    void tasksOfEndedSessionsDoNotPileUp() {
        wait("one");
        wait("two");
        wait("three");
        assertThat(ran).containsExactly("one");
        used = 0;
        room.measure();
        assertThat(ran).containsExactly("one", "two", "three");
    }

    @Test
    void aTaskThatFailsKeepsNoOtherFromRunning() {
        assertThat(room.awaitRoom(() -> {
                    throw new IllegalStateException("this error is part of the test");
                }))
                .isTrue();
        wait("two");
        used = 0;
        room.measure();
        assertThat(ran).containsExactly("two");
    }

    @Test
    void aMeasurementThatFailsIsMadeAgain() {
        wait("one");
        measurable = false;
        used = 0;
        room.measure();
        assertThat(room.isFull()).isTrue();
        measurable = true;
        room.measure();
        assertThat(ran).containsExactly("one");
    }
}
