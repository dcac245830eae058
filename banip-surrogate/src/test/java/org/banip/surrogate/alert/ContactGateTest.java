package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ContactGateTest {
    @Test
    void anAttemptThatFindsNobodyDoesNotEndTheBackOff() {
        ContactGate gate = new ContactGate();
        gate.begins();
        gate.failed(0);
        long later = TimeUnit.SECONDS.toNanos(1);
        assertThat(gate.room(0)).isZero();
        assertThat(gate.room(later)).isOne();
        gate.begins();
        gate.away();
        assertThat(gate.isIdle()).isTrue();
        assertThat(gate.fails()).isTrue();
        assertThat(gate.room(0)).isZero();
        assertThat(gate.room(later)).isOne();
    }

    @Test
    void anotherUrlInTheFileEndsTheBackOff() {
        Way old = AlertBookFixture.contact("ward").way();
        ContactGate gate = new ContactGate();
        assertThat(gate.follows(old)).isFalse();
        gate.begins();
        gate.failed(0);
        assertThat(gate.follows(AlertBookFixture.contact("ward").way())).isFalse();
        assertThat(gate.room(0)).isZero();
        assertThat(gate.follows(AlertBookFixture.contact("other").way())).isTrue();
        assertThat(gate.room(0)).isEqualTo(ContactGate.MOST_UNDER_WAY);
    }

    @Test
    void anAnswerEndsTheBackOff() {
        ContactGate gate = new ContactGate();
        gate.begins();
        gate.failed(0);
        gate.begins();
        gate.refused();
        assertThat(gate.fails()).isFalse();
        assertThat(gate.room(0)).isEqualTo(ContactGate.MOST_UNDER_WAY);
    }
}
