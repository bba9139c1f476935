  async perform(job) {
    this.active++;
    job.tries++;
    try {
      const result = await job.work({ tries: job.tries, abort: job.abort });
      this.counts.finished++;
      job.settle(result);
    } catch (problem) {
      if (job.tries <= this.maxTries && !(job.abort && job.abort.aborted)) {
        this.counts.again++;
        this.emit('retry', problem, job.tries);
        this.postpone(job);
      } else {
        this.counts.broken++;
        job.refuse(problem);
      }
    } finally {
      this.active--;
      this.pump();
    }
  }

  postpone(job) {
    const pause = this.step * 2 ** (job.tries - 1);
    const noise = Math.random() * pause * 0.2;
    setTimeout(() => {
      this.insert(job);
      this.pump();
    }, pause + noise);
  }
