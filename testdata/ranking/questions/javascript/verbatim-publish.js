  publish(topic, payload) {
    const words = topic.split('.');
    const matching = [];
    for (const [id, subscription] of this.subscriptions) {
      if (matches(subscription.words, words)) {
        matching.push([id, subscription]);
      }
    }
    matching.sort((a, b) => b[1].priority - a[1].priority || a[0] - b[0]);
    let delivered = 0;
    for (const [id, subscription] of matching) {
      if (subscription.once) {
        this.subscriptions.delete(id);
      }
      try {
        subscription.handler(payload, topic);
        delivered++;
      } catch (err) {
        this.onError(`handler of ${topic} failed`, err);
      }
    }
    this.remember(topic, payload);
    return delivered;
  }
